import type { signIn as en } from '../en/sign-in.ts'
import type { TextsOf } from '../types.ts'

export const signIn: TextsOf<typeof en> = {
  title: 'Entrar',
  email: 'E-mail',
  password: 'Senha',
  submit: 'Entrar',
  forgot: 'Esqueceu a senha?',
  trust: 'Confiar neste dispositivo por 30 dias',
  trustAbout: 'Requer autenticação em dois fatores.',
  noTls:
    'Esta página foi carregada sem TLS, e por isso o navegador não mantém a sessão. Abra por https ou, na própria máquina, por localhost.',
  secondFactor: {
    title: 'Autenticação em dois fatores',
    text: 'Digite o código de seis dígitos do seu aplicativo autenticador.',
    code: 'Código',
    recovery: 'Código de recuperação',
    useRecovery: 'Usar um código de recuperação',
    useCode: 'Usar um código do aplicativo',
    submit: 'Continuar',
    back: 'Entrar com outra conta',
  },
  join: {
    title: 'Entrar em {{merchant}}',
    text: 'Você recebeu um convite como {{role}}, com {{email}}.',
    known: 'Você já tem uma conta aqui. Aceite com a sua senha.',
    name: 'Seu nome',
    password: 'Escolha uma senha',
    passwordKnown: 'Sua senha',
    passwordAbout: 'No mínimo 12 caracteres. Uma frase curta funciona bem.',
    submit: 'Aceitar convite',
    invalid: 'Este link não funciona',
    invalidText: 'Ele já foi usado ou cancelado, ou tem mais de 72 horas. Peça um novo.',
  },
  reset: {
    title: 'Redefinir senha',
    text: 'Informe seu e-mail.',
    submit: 'Solicitar nova senha',
    back: 'Voltar ao login',
    choose: 'Escolha uma nova senha',
    chooseText: 'Suas outras sessões são encerradas e seus tokens pessoais, revogados.',
    save: 'Salvar senha',
  },
}
