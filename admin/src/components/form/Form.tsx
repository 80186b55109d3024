import type { FormEvent, ReactNode } from 'react'
import css from './form.module.css'

interface FormProps {
  readonly onSubmit: () => void
  readonly children: ReactNode
  /** Below the fields. */
  readonly actions?: ReactNode
}

/** One column; what it makes stands beside it. */
export function Form({ onSubmit, children, actions }: FormProps) {
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form onSubmit={submit} noValidate className={css.form}>
      {children}
      {actions ? <div className={css.actions}>{actions}</div> : null}
    </form>
  )
}

export function Fields({ children }: { readonly children: ReactNode }) {
  return <div className={css.form}>{children}</div>
}

/** Short fields that belong together. */
export function FieldRow({ children }: { readonly children: ReactNode }) {
  return <div className={css.row}>{children}</div>
}

export function FieldGroup({
  title,
  about,
  children,
}: {
  readonly title: string
  readonly about?: string
  readonly children: ReactNode
}) {
  return (
    <fieldset className={css.group}>
      <legend className={css.legend}>{title}</legend>
      {about ? <p className={css.about}>{about}</p> : null}
      <div className={css.form}>{children}</div>
    </fieldset>
  )
}
