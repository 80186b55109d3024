import type { signIn as en } from '../en/sign-in.ts'
import type { TextsOf } from '../types.ts'

export const signIn: TextsOf<typeof en> = {
  title: 'Entrar',
  email: 'E-mail',
  password: 'Senha',
  submit: 'Entrar',
  forgot: 'Nova senha',
  trust: 'Confiar neste dispositivo por 30 dias',
  trustAbout: 'Só vale com um segundo fator.',
  noTls:
    'Esta página veio sem TLS, e por isso o navegador não guarda a sessão. Abra por https ou, na própria máquina, por localhost.',
  secondFactor: {
    title: 'Segundo fator',
    text: 'Seu aplicativo mostra seis dígitos para o Punchcard.',
    code: 'Código',
    recovery: 'Código de recuperação',
    useRecovery: 'Usar um código de recuperação',
    useCode: 'Usar um código do aplicativo',
    submit: 'Continuar',
    back: 'Entrar como outra pessoa',
  },
  join: {
    title: 'Entrar em {{merchant}}',
    text: 'Você recebeu um convite como {{role}}, com {{email}}.',
    known: 'Você já tem uma senha aqui: aceite com ela.',
    name: 'Seu nome',
    password: 'Escolha uma senha',
    passwordKnown: 'Sua senha',
    passwordAbout: 'Pelo menos 12 caracteres. Algumas palavras servem bem; qualquer caractere vale.',
    submit: 'Aceitar o convite',
    invalid: 'Este link não funciona',
    invalidText: 'Ele já foi usado, foi retirado ou tem mais de 72 horas. Peça um novo.',
  },
  reset: {
    title: 'Nova senha',
    text: 'Diga seu endereço de e-mail.',
    submit: 'Pedir uma nova senha',
    back: 'Voltar para entrar',
    choose: 'Escolha uma nova senha',
    chooseText: 'Suas outras sessões são encerradas e seus tokens pessoais, revogados.',
    save: 'Salvar a senha',
  },
}
