import { useTranslation } from 'react-i18next'
import { Choices } from '../../components/form/Choices.tsx'
import { ROLES, type Role } from './person.ts'

interface RoleChoicesProps {
  readonly value: Role
  readonly onChange: (role: Role) => void
}

/** The roles, each with what it may do. */
export function RoleChoices({ value, onChange }: RoleChoicesProps) {
  const { t } = useTranslation()
  return (
    <Choices
      label={t('people.role')}
      name="role"
      value={value}
      onChange={onChange}
      choices={ROLES.map((role) => ({
        value: role,
        label: t(`shell.roles.${role}`),
        about: t(`people.roleAbout.${role}`),
      }))}
    />
  )
}
