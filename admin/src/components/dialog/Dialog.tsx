import { CloseButton, Modal } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import css from './dialog.module.css'
import { useEscape } from './use-escape.ts'
import { useFocusBack } from './use-focus-back.ts'

/** Dialogs have 200, and what folds out of their fields has 300. */
const LAYERS = { dialogs: 350, everything: 450 } as const

interface DialogProps {
  readonly title: string
  readonly about?: ReactNode
  readonly isOpen: boolean
  /** null: it can't be closed without an answer. */
  readonly onClose: (() => void) | null
  /** 480 for a question; 860 with two columns, where one decides by evidence. */
  readonly isWide?: boolean
  /** What it costs and when: the right column. */
  readonly side?: ReactNode
  /** The consequence in words. */
  readonly consequence?: ReactNode
  /** The way back, named by what it keeps; then what acts, named by what it does. */
  readonly actions: ReactNode
  readonly onSubmit?: () => void
  /** Above other dialogs that are open; above `everything` it also hides what is behind it. */
  readonly above?: keyof typeof LAYERS
  readonly children?: ReactNode
}

export function Dialog(props: DialogProps) {
  const { title, about, isOpen, onClose, isWide = false, side, consequence, actions, onSubmit } = props
  const { above } = props
  const { t } = useTranslation()
  useFocusBack()
  useEscape(isOpen, onClose)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    event.stopPropagation()
    onSubmit?.()
  }
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose ?? noClose}
      closeOnEscape={false}
      closeOnClickOutside={onClose !== null}
      size={isWide ? 860 : 480}
      centered
      zIndex={above ? LAYERS[above] : undefined}
      classNames={{ content: css.content ?? '' }}
    >
      {above === 'everything' ? (
        <Modal.Overlay backgroundOpacity={1} color="var(--pc-canvas)" />
      ) : (
        <Modal.Overlay backgroundOpacity={0.42} />
      )}
      <Modal.Content radius="lg">
        <form onSubmit={submit} className={css.form} noValidate>
          {/* A header or footer outside of a section would be a landmark of the page behind it. */}
          <div className={css.head}>
            <Modal.Title className={css.title ?? ''}>{title}</Modal.Title>
            {about ? <div className={css.about}>{about}</div> : null}
            {onClose ? (
              <CloseButton onClick={onClose} aria-label={t('common.close')} size={32} className={css.close} />
            ) : null}
          </div>
          <div className={side ? css.columns : css.body}>
            <div className={css.left}>{props.children}</div>
            {side ? (
              <div className={css.right} data-beside>
                {side}
              </div>
            ) : null}
          </div>
          <div className={css.foot}>
            <p className={css.consequence}>{consequence}</p>
            {actions}
          </div>
        </form>
      </Modal.Content>
    </Modal.Root>
  )
}

function noClose(): void {}
