import type { home as en } from '../en/home.ts'
import type { TextsOf } from '../types.ts'

export const home: TextsOf<typeof en> = {
  welcome: 'Hola, {{name}}',
  welcomeAbout: 'Cinco perforaciones, unos diez minutos. Nada gana puntos antes de que usted publique.',
  card: {
    title: 'Su primera tarjeta',
    holes_one: '1 perforación hecha, faltan {{left}}. El resto puede venir en cualquier orden.',
    holes_other: '{{count}} perforaciones hechas, faltan {{left}}. El resto puede venir en cualquier orden.',
    progress: '{{done}} de {{of}} pasos hechos',
  },
  steps: {
    keyMade: {
      title: 'Cree una clave de API',
      done: 'Hay una clave de API',
      text: 'Con ella su tienda habla con Punchcard.',
      action: 'Crear una clave',
    },
    firstCall: {
      title: 'Su tienda hace la primera llamada',
      done: 'Su tienda ya llamó',
      text: 'Escuchamos. Lo que llegue se ve aquí en un minuto.',
      action: 'Mostrar cómo',
    },
    programPublished: {
      title: 'Publique su programa',
      done: 'Su programa está publicado',
      text: 'Empiece con una frase: tantos puntos por lo que gastan.',
      action: 'Escribir las reglas',
    },
    firstPoints: {
      title: 'Dé los primeros puntos',
      done: 'Ya se dieron los primeros puntos',
      text: 'Basta un pedido de prueba; cancélelo después.',
      action: 'Enviar un pedido de prueba',
    },
    webhookReceived: {
      title: 'Entérese',
      done: 'Su servidor ya se enteró',
      text: 'Su servidor recibe el primer webhook. Se puede prescindir de él.',
      action: 'Añadir una dirección',
    },
  },
  skip: 'Omitir',
  waiting: 'Aún no llegó nada',
  how: {
    call: {
      title: 'La primera llamada',
      text: 'Quien desarrolla ejecuta esto donde corre su tienda',
      consequence: 'Lee sus recompensas y no cambia nada.',
      send: 'Hacer la llamada',
    },
    order: {
      title: 'Un pedido de prueba',
      text: 'Quien desarrolla ejecuta esto donde corre su tienda',
      consequence: 'Un pedido completo de 100 para el cliente test-customer.',
      send: 'Enviar el pedido',
    },
    secret: 'Envíelo desde aquí: el secreto de «{{label}}»',
    secretAbout: 'Usted lo guardó cuando se creó la clave. Aquí no se almacena.',
    noKey: 'Antes se necesita una clave de API. Donde se crea también se puede enviar esto.',
  },
  needs: 'Requiere atención',
  nothing: 'Nada lo espera.',
  draft: {
    text_one: 'El borrador del programa tiene 1 cambio',
    text_other: 'El borrador del programa tiene {{count}} cambios',
    meta: 'guardado {{when}} por {{who}}, a partir de la versión {{version}}',
    action: 'Continuar',
  },
  noProgram: {
    text: 'No hay ningún programa publicado: los pedidos no ganan nada',
    action: 'Escribir las reglas',
  },
  scheduled: {
    text: 'La versión {{version}} del programa entra en vigor sola',
    meta: 'el {{when}}',
    action: 'Ver',
  },
  approval: {
    erase: '{{who}} quiere borrar a {{customer}}',
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
    meta: 'Avisa a quien administra tu Punchcard: allí se ve cuáles son',
  },
  endpoint: {
    failing: '{{name}} no recibe nada desde {{when}}',
    disabled: '{{name}} se apagó: no recibía nada desde {{when}}',
    parked: '{{name}} funciona de nuevo, pero perdió eventos',
    events_one: '1 evento espera',
    events_other: '{{count, number}} eventos esperan',
    manyEvents: 'más de {{count, number}} eventos esperan',
    action: 'Abrir webhooks',
  },
  list: {
    text: 'A {{name}} le quedan {{left}} códigos de {{all}}',
    runsOut: 'se acaba hacia el {{date}}',
    action: 'Añadir códigos',
  },
  program: 'Su programa',
  programAbout: 'versión {{version}}, desde {{date}}',
  tiers: 'Niveles',
  tiersAbout: 'clientes en cada uno',
  rules: 'Todas las reglas',
}
