import type { signIn as en } from '../en/sign-in.ts'
import type { TextsOf } from '../types.ts'

export const signIn: TextsOf<typeof en> = {
  title: 'Iniciar sesión',
  email: 'Correo electrónico',
  password: 'Contraseña',
  submit: 'Iniciar sesión',
  forgot: '¿Olvidó su contraseña?',
  trust: 'Confiar en este dispositivo por 30 días',
  trustAbout: 'Requiere autenticación de dos factores.',
  noTls:
    'Esta página se cargó sin TLS, por lo que el navegador no mantiene la sesión. Ábrala por https o, en la propia máquina, por localhost.',
  secondFactor: {
    title: 'Autenticación de dos factores',
    text: 'Ingrese el código de seis dígitos de su aplicación de autenticación.',
    code: 'Código',
    recovery: 'Código de recuperación',
    useRecovery: 'Usar un código de recuperación',
    useCode: 'Usar un código de la aplicación',
    submit: 'Continuar',
    back: 'Entrar con otra cuenta',
  },
  join: {
    title: 'Unirse a {{merchant}}',
    text: 'Recibió una invitación como {{role}}, con {{email}}.',
    known: 'Usted ya tiene una cuenta aquí. Acepte con su contraseña.',
    name: 'Su nombre',
    password: 'Elija una contraseña',
    passwordKnown: 'Su contraseña',
    passwordAbout: 'Al menos 12 caracteres. Una frase corta funciona bien.',
    submit: 'Aceptar invitación',
    invalid: 'Este enlace no funciona',
    invalidText: 'Ya se usó o se canceló, o tiene más de 72 horas. Pida uno nuevo.',
  },
  reset: {
    title: 'Restablecer contraseña',
    text: 'Ingrese su correo electrónico.',
    submit: 'Solicitar nueva contraseña',
    back: 'Volver al inicio de sesión',
    choose: 'Elija una nueva contraseña',
    chooseText: 'Se cierran sus demás sesiones y se revocan sus tokens personales.',
    save: 'Guardar contraseña',
  },
}
