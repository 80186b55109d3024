import { Checkbox, Input } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMembership } from '../../api/session.tsx'
import css from './keys.module.css'
import { areasOf, type Permission, withPermission } from './service-token.ts'
import { useTokenWords } from './use-token-words.ts'

interface PermissionFieldsProps {
  readonly value: readonly Permission[]
  readonly onChange: (chosen: readonly Permission[]) => void
  readonly error: ReactNode
}

/** What a token may do, area by area. */
export function PermissionFields({ value, onChange, error }: PermissionFieldsProps) {
  const { t } = useTranslation()
  const words = useTokenWords()
  const { permissions: offered } = useMembership()
  const toggle = (permission: Permission): void =>
    onChange(
      value.includes(permission)
        ? value.filter((one) => one !== permission)
        : withPermission(value, permission, offered),
    )
  return (
    <Input.Wrapper label={t('tokens.may')} error={error} labelElement="div">
      <ul className={css.areas}>
        {areasOf(offered).map(({ name, permissions }) => (
          <li key={name}>
            <span>{words.area(name)}</span>
            <span className={css.verbs}>
              {permissions.map((permission) => (
                <Checkbox
                  key={permission}
                  label={words.verb(permission)}
                  aria-label={`${words.area(name)}: ${words.verb(permission)}`}
                  checked={value.includes(permission)}
                  onChange={() => toggle(permission)}
                />
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Input.Wrapper>
  )
}
