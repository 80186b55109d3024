import { type FormEvent, type ReactNode, useState } from 'react'
import { Icon } from '../icon/Icon.tsx'
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

interface FieldRowProps {
  /** Its fields hold names: where two have no room, they stand below each other. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** Short fields that belong together. */
export function FieldRow({ isWide = false, children }: FieldRowProps) {
  return <div className={isWide ? `${css.row} ${css.wide}` : css.row}>{children}</div>
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

interface FoldedGroupProps {
  readonly title: string
  /** What is inside, in a few words. */
  readonly about: string
  /** Something inside is wrong: it is shown whether or not it was unfolded. */
  readonly hasErrors: boolean
  readonly children: ReactNode
}

/** What few need: folded away, with a line that says what is there. */
export function FoldedGroup({ title, about, hasErrors, children }: FoldedGroupProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    // What was unfolded by an error stays so when that is mended.
    <details
      className={css.folded}
      open={isOpen || hasErrors}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className={css.summary}>
        <Icon name="right" size={14} />
        <span>
          <b>{title}</b> <span className="faint">{about}</span>
        </span>
      </summary>
      <div className={css.form}>{children}</div>
    </details>
  )
}

/** Whether one of these fields, or something in it, is wrong. */
export function hasErrorIn(errors: Readonly<Record<string, unknown>>, ...fields: readonly string[]): boolean {
  return Object.keys(errors).some((path) =>
    fields.some((field) => path === field || path.startsWith(`${field}.`)),
  )
}
