import { CloseButton, Modal } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import css from './dialog.module.css'
import { useFocusBack } from './use-focus-back.ts'

/** Dialogs have 200. */
const ABOVE_DIALOGS = 300

interface DialogProps {
  readonly title: string
  readonly about?: ReactNode
  readonly isOpen: boolean
  readonly onClose: () => void
  /** 480 for a question; 860 with two columns, where one decides by evidence. */
  readonly isWide?: boolean
  /** What it costs and when: the right column. */
  readonly side?: ReactNode
  /** The consequence in words. */
  readonly consequence?: ReactNode
  /** The way back, named by what it keeps; then what acts, named by what it does. */
  readonly actions: ReactNode
  readonly onSubmit?: () => void
  /** Above other dialogs that are open. */
  readonly isOnTop?: boolean
  readonly children?: ReactNode
}

export function Dialog(props: DialogProps) {
  const { title, about, isOpen, onClose, isWide = false, side, consequence, actions, onSubmit } = props
  const { isOnTop = false } = props
  const { t } = useTranslation()
  useFocusBack()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    event.stopPropagation()
    onSubmit?.()
  }
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      size={isWide ? 860 : 480}
      centered
      zIndex={isOnTop ? ABOVE_DIALOGS : undefined}
      classNames={{ content: css.content ?? '' }}
    >
      <Modal.Overlay backgroundOpacity={0.42} />
      <Modal.Content radius="lg">
        <form onSubmit={submit} className={css.form} noValidate>
          <header className={css.head}>
            <Modal.Title className={css.title ?? ''}>{title}</Modal.Title>
            {about ? <div className={css.about}>{about}</div> : null}
            <CloseButton onClick={onClose} aria-label={t('common.close')} size={32} className={css.close} />
          </header>
          <div className={side ? css.columns : css.body}>
            <div className={css.left}>{props.children}</div>
            {side ? <div className={css.right}>{side}</div> : null}
          </div>
          <footer className={css.foot}>
            <p className={css.consequence}>{consequence}</p>
            {actions}
          </footer>
        </form>
      </Modal.Content>
    </Modal.Root>
  )
}
