import type { home as en } from '../en/home.ts'
import type { TextsOf } from '../types.ts'

export const home: TextsOf<typeof en> = {
  welcome: 'Hola, {{name}}',
  welcomeAbout: 'Cinco pasos, unos diez minutos. Nadie gana puntos antes de que usted publique.',
  card: {
    title: 'Primeros pasos',
    holes_one: '1 paso completado, faltan {{left}}. Siga en el orden que prefiera.',
    holes_other: '{{count}} pasos completados, faltan {{left}}. Siga en el orden que prefiera.',
    progress: '{{done}} de {{of}} pasos completados',
  },
  steps: {
    keyMade: {
      title: 'Cree una clave de API',
      done: 'Clave de API creada',
      text: 'Su tienda la usa para llamar a Punchcard.',
      action: 'Crear clave de API',
    },
    firstCall: {
      title: 'Haga la primera llamada a la API',
      done: 'Primera llamada recibida',
      text: 'Esperando su primera solicitud. Aparece aquí en menos de un minuto.',
      action: 'Mostrar cómo',
    },
    programPublished: {
      title: 'Publique su programa',
      done: 'Programa publicado',
      text: 'Empiece con una regla, como 1 punto por cada R$ 1,00.',
      action: 'Escribir reglas',
    },
    firstPoints: {
      title: 'Otorgue los primeros puntos',
      done: 'Primeros puntos otorgados',
      text: 'Basta un pedido de prueba. Después puede cancelarlo.',
      action: 'Enviar pedido de prueba',
    },
    webhookReceived: {
      title: 'Reciba un webhook',
      done: 'Primer webhook recibido',
      text: 'Opcional: reciba un webhook cada vez que cambie un saldo.',
      action: 'Agregar endpoint',
    },
  },
  skip: 'Omitir',
  waiting: 'Aún no se recibió nada',
  how: {
    call: {
      title: 'Primera llamada a la API',
      text: 'Ejecútelo en el servidor de su tienda',
      consequence: 'Lista sus recompensas y no cambia nada.',
      send: 'Enviar solicitud',
    },
    order: {
      title: 'Pedido de prueba',
      text: 'Ejecútelo en el servidor de su tienda',
      consequence: 'Un pedido completado de 100 para el cliente test-customer.',
      send: 'Enviar pedido',
    },
    secret: 'Envíelo desde aquí: el secreto de “{{label}}”',
    secretAbout: 'Usted lo guardó al crear la clave. Nosotros no lo almacenamos.',
    noKey: 'Cree primero una clave de API. Desde allí también puede enviar esta solicitud.',
  },
  needs: 'Requiere atención',
  nothing: 'Todo al día.',
  draft: {
    text_one: 'El borrador del programa tiene 1 cambio',
    text_other: 'El borrador del programa tiene {{count}} cambios',
    meta: 'guardado {{when}} por {{who}}, a partir de la versión {{version}}',
    action: 'Continuar',
  },
  noProgram: {
    text: 'No hay ningún programa publicado: los pedidos aún no generan puntos',
    action: 'Escribir reglas',
  },
  scheduled: {
    text: 'La versión {{version}} del programa está programada',
    meta: 'para el {{when}}',
    action: 'Ver',
  },
  approval: {
    erase: '{{who}} quiere borrar a {{customer}}',
    merge: '{{who}} quiere fusionar otro cliente con {{customer}}',
    give: {
      points: '{{who}} quiere dar {{amount}} puntos a {{customer}}',
      cashback: '{{who}} quiere dar {{amount}} de cashback a {{customer}}',
    },
    take: {
      points: '{{who}} quiere retirar {{amount}} puntos de {{customer}}',
      cashback: '{{who}} quiere retirar {{amount}} de cashback de {{customer}}',
    },
    more_one: '1 solicitud más espera su aprobación',
    more_other: '{{count}} solicitudes más esperan su aprobación',
    action: 'Revisar',
  },
  differences: {
    text_one: 'La verificación nocturna encontró 1 cifra que no cuadra',
    text_other: 'La verificación nocturna encontró {{number}} cifras que no cuadran',
    meta: 'Avise a quien administra su Punchcard, que ve cuáles son',
  },
  endpoint: {
    failing: '{{name}} no recibe nada desde el {{when}}',
    disabled: '{{name}} se desactivó: no recibía nada desde el {{when}}',
    parked: '{{name}} volvió a funcionar, pero perdió eventos',
    events_one: '1 evento en cola',
    events_other: '{{count, number}} eventos en cola',
    manyEvents: 'más de {{count, number}} eventos en cola',
    who: 'Lo puede resolver un propietario o un desarrollador',
    action: 'Abrir webhooks',
  },
  held: {
    text_one: '1 recompensa «{{reward}}» está retenida',
    text_other: '{{count, number}} recompensas «{{reward}}» están retenidas',
    action: 'Ver',
  },
  list: {
    text: 'A {{name}} le quedan {{left}} códigos de {{all}}',
    runsOut: 'se acaba hacia el {{date}}',
    givenBy_one: 'los da la regla «{{rule}}»',
    givenBy_other: 'los dan {{count, number}} reglas',
    who: 'Un propietario o un gerente puede agregar códigos',
    action: 'Agregar códigos',
  },
  program: 'Su programa',
  programAbout: 'versión {{version}}, desde el {{date}}',
  tiers: 'Niveles',
  tiersAbout: 'clientes por nivel',
  rules: 'Todas las reglas',
}
