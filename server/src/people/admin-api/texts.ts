import { problem } from '../../contract/problem.ts'

/* Why something about people is not done. */

export const OTHER_SITE = problem(
  'forbidden',
  {
    en: 'This request does not come from a page of this server. Tools send a token: Authorization: Bearer pca_….',
    'pt-BR':
      'Esta requisição não vem de uma página deste servidor. Ferramentas enviam um token: Authorization: Bearer pca_….',
    es: 'Esta solicitud no viene de una página de este servidor. Las herramientas envían un token: Authorization: Bearer pca_….',
  },
  { code: 'otherSite', securityEvent: 'request from another site' },
)

export const BOTH = problem('malformed', {
  en: 'Send a cookie or a token, not both.',
  'pt-BR': 'Envie um cookie ou um token, não os dois.',
  es: 'Envíe una cookie o un token, no ambos.',
})

export const TOKEN_REFUSED = problem(
  'unauthenticated',
  {
    en: 'This token is invalid: it was revoked, has expired, or was never created here.',
    'pt-BR': 'Este token não é válido: foi revogado, venceu ou nunca foi criado aqui.',
    es: 'Este token no es válido: fue revocado, venció o nunca se creó aquí.',
  },
  { securityEvent: 'token refused' },
)

export const ADDRESS_NOT_ALLOWED = problem(
  'forbidden',
  {
    en: 'This merchant only allows certain networks, and yours is not one of them.',
    'pt-BR': 'Esta loja só é administrada a partir de certas redes, e a sua não é uma delas.',
    es: 'Esta tienda solo se administra desde ciertas redes, y la suya no es una de ellas.',
  },
  { code: 'addressNotAllowed', securityEvent: 'request from a network that is not allowed' },
)

export const SECOND_FACTOR_REQUIRED = problem(
  'forbidden',
  {
    en: 'This merchant requires two-factor authentication. Set it up in your account, then sign in with it.',
    'pt-BR': 'Esta loja exige um segundo fator: configure-o na sua conta e entre com ele.',
    es: 'Esta tienda exige un segundo factor: configúrelo en su cuenta e inicie sesión con él.',
  },
  { code: 'secondFactorRequired' },
)

export const WRONG_PASSWORD = problem(
  'unauthenticated',
  {
    en: 'Wrong email address or password.',
    'pt-BR': 'E-mail ou senha incorretos.',
    es: 'El correo o la contraseña son incorrectos.',
  },
  { code: 'wrongPassword', securityEvent: 'sign-in failed' },
)

/** Where only the password is asked for. */
export const WRONG_PASSWORD_AGAIN = problem(
  'unauthenticated',
  {
    en: 'Wrong password.',
    'pt-BR': 'Senha incorreta.',
    es: 'La contraseña es incorrecta.',
  },
  { code: 'wrongPassword', securityEvent: 'sign-in failed' },
)

export const WRONG_CODE = problem(
  'unauthenticated',
  {
    en: 'Wrong code. Each code works once, and only while the app shows it.',
    'pt-BR': 'Este código não é válido. Cada um funciona uma vez, e só enquanto o aplicativo o mostra.',
    es: 'Este código no es válido. Cada uno funciona una vez, y solo mientras la aplicación lo muestra.',
  },
  { code: 'wrongCode', securityEvent: 'second factor failed' },
)

export const SIGN_IN_AGAIN = problem(
  'unauthenticated',
  {
    en: 'Start again with your email address and password.',
    'pt-BR': 'Comece de novo com seu e-mail e sua senha.',
    es: 'Comience de nuevo con su correo y su contraseña.',
  },
  { code: 'signInAgain' },
)

export const NEEDS_TLS = problem(
  'forbidden',
  {
    en: 'Signing in needs https: browsers keep the cookie of a session only over an encrypted connection. Put a proxy with TLS in front of the server, or open the panel on the machine itself (http://localhost).',
    'pt-BR':
      'Para entrar é preciso https: os navegadores só guardam o cookie da sessão em uma conexão cifrada. Ponha um proxy com TLS na frente do servidor ou abra o painel na própria máquina (http://localhost).',
    es: 'Para iniciar sesión se necesita https: los navegadores solo guardan la cookie de la sesión en una conexión cifrada. Ponga un proxy con TLS delante del servidor o abra el panel en la propia máquina (http://localhost).',
  },
  { code: 'needsTls' },
)

export const NO_SECRETS_KEY = problem('unavailable', {
  en: 'This server has no key for encrypting secrets: its operator has to set PUNCHCARD_SECRETS_KEY.',
  'pt-BR': 'Este servidor não tem chave para guardar segredos: quem o opera define PUNCHCARD_SECRETS_KEY.',
  es: 'Este servidor no tiene clave para guardar secretos: quien lo opera define PUNCHCARD_SECRETS_KEY.',
})

export const LINK_OVER = problem('notFound', {
  en: 'This link no longer works: it was used or withdrawn, or has expired. Ask for a new one.',
  'pt-BR': 'Este link não funciona mais: foi usado, retirado ou é antigo demais. Peça um novo.',
  es: 'Este enlace ya no funciona: fue usado, retirado o es demasiado antiguo. Pida uno nuevo.',
})

export const NO_PASSWORD_YET = problem('conflict', {
  en: 'This person has an account here without a password: set it first, with the link that was made for it.',
  'pt-BR': 'Esta pessoa tem uma conta aqui sem senha: defina-a primeiro, com o link criado para isso.',
  es: 'Esta persona tiene aquí una cuenta sin contraseña: defínala primero, con el enlace que se creó para eso.',
})

export const MEMBER_ALREADY = problem(
  'conflict',
  {
    en: 'This person is already a member.',
    'pt-BR': 'Esta pessoa já faz parte da loja.',
    es: 'Esta persona ya forma parte de la tienda.',
  },
  { code: 'Account_UserAlreadyExists' },
)

export const INVITED_ALREADY = problem(
  'conflict',
  {
    en: 'This email is already invited. Resend the invitation, or withdraw it.',
    'pt-BR': 'Este endereço já foi convidado: reenvie o convite ou retire-o.',
    es: 'Esta dirección ya fue invitada: reenvíe la invitación o retírela.',
  },
  { code: 'Account_UserAlreadyExists' },
)

export const LAST_OWNER = problem(
  'conflict',
  {
    en: 'This is the last owner: make another person an owner first.',
    'pt-BR': 'Esta é a última pessoa proprietária: torne outra pessoa proprietária primeiro.',
    es: 'Esta es la última persona propietaria: haga propietaria a otra persona primero.',
  },
  { code: 'ChangeActiveUser_UniqueAdmin' },
)

export const WORKS_ELSEWHERE = problem('conflict', {
  en: 'This person also works for another merchant or runs the server, so no merchant can reset their password: ask the server’s operator (`punchcard person reset`).',
  'pt-BR':
    'Esta pessoa também trabalha para outra loja ou opera o servidor, por isso nenhuma loja pode dar a ela uma nova senha: peça a quem opera o servidor (`punchcard person reset`).',
  es: 'Esta persona también trabaja para otra tienda u opera el servidor, por eso ninguna tienda puede darle una contraseña nueva: pídalo a quien opera el servidor (`punchcard person reset`).',
})

export const NO_PENDING_TOTP = problem('conflict', {
  en: 'Make a secret first: POST /v1/admin/me/totp.',
  'pt-BR': 'Crie um segredo primeiro: POST /v1/admin/me/totp.',
  es: 'Cree un secreto primero: POST /v1/admin/me/totp.',
})

export const NO_SECOND_FACTOR = problem('conflict', {
  en: 'Two-factor authentication is not turned on.',
  'pt-BR': 'Nenhum segundo fator está ativado.',
  es: 'No hay ningún segundo factor activado.',
})

export const NOT_FOR_TOKENS = {
  en: 'No token can have this permission.',
  'pt-BR': 'Nenhum token pode ter esta permissão.',
  es: 'Ningún token puede tener este permiso.',
}

export const NOT_YOURS = {
  en: 'You do not have this permission yourself.',
  'pt-BR': 'Você mesmo não tem esta permissão.',
  es: 'Usted mismo no tiene este permiso.',
}

export const NO_EMAIL = {
  en: 'Enter a valid email address.',
  'pt-BR': 'Isto não é um endereço de e-mail.',
  es: 'Esto no es una dirección de correo.',
}

export const NO_NAME = {
  en: 'Enter your name.',
  'pt-BR': 'Diga como você se chama.',
  es: 'Diga cómo se llama.',
}

export const WRONG_CURRENT_PASSWORD = {
  en: 'This is not your current password.',
  'pt-BR': 'Esta não é a sua senha atual.',
  es: 'Esta no es su contraseña actual.',
}

/** No server of ours sends e-mail yet, so that the way is by a person. */
export const ASK_AN_OWNER = {
  en: 'Ask an owner of your merchant for a link (People, then the person, then “Reset password”), or the server’s operator (`punchcard person reset`).',
  'pt-BR':
    'Peça um link a uma pessoa proprietária da sua loja (Pessoas, depois a pessoa, depois “Redefinir senha”) ou a quem opera o servidor (`punchcard person reset`).',
  es: 'Pida un enlace a una persona propietaria de su tienda (Personas, luego la persona, luego “Restablecer contraseña”) o a quien opera el servidor (`punchcard person reset`).',
}
