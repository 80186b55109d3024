import type { signIn as en } from '../en/sign-in.ts'
import type { TextsOf } from '../types.ts'

export const signIn: TextsOf<typeof en> = {
  title: 'Iniciar sesión',
  email: 'Correo electrónico',
  password: 'Contraseña',
  submit: 'Iniciar sesión',
  forgot: 'Nueva contraseña',
  trust: 'Confiar en este dispositivo por 30 días',
  trustAbout: 'Solo vale con un segundo factor.',
  noTls:
    'Esta página llegó sin TLS, por lo que el navegador no guarda la sesión. Ábrala por https o, en la propia máquina, por localhost.',
  secondFactor: {
    title: 'Segundo factor',
    text: 'Su aplicación muestra seis dígitos para Punchcard.',
    code: 'Código',
    recovery: 'Código de recuperación',
    useRecovery: 'Usar un código de recuperación',
    useCode: 'Usar un código de la aplicación',
    submit: 'Continuar',
    back: 'Entrar como otra persona',
  },
  join: {
    title: 'Unirse a {{merchant}}',
    text: 'Recibió una invitación como {{role}}, con {{email}}.',
    known: 'Usted ya tiene una contraseña aquí: acepte con ella.',
    name: 'Su nombre',
    password: 'Elija una contraseña',
    passwordKnown: 'Su contraseña',
    passwordAbout: 'Al menos 12 caracteres. Unas palabras sirven bien; valen todos los caracteres.',
    submit: 'Aceptar la invitación',
    invalid: 'Este enlace no funciona',
    invalidText: 'Ya se usó, fue retirado o tiene más de 72 horas. Pida uno nuevo.',
  },
  reset: {
    title: 'Nueva contraseña',
    text: 'Díganos su correo electrónico.',
    submit: 'Pedir una nueva contraseña',
    back: 'Volver a iniciar sesión',
    choose: 'Elija una nueva contraseña',
    chooseText: 'Se cierran sus demás sesiones y se revocan sus tokens personales.',
    save: 'Guardar la contraseña',
  },
}
