import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import css from './toast.module.css'

/** One line for what the page does not show anyway; never for an error of a form. */
export function toast(text: string, undo?: { readonly label: string; readonly run: () => void }): void {
  const id = notifications.show({
    autoClose: 6_000,
    withCloseButton: false,
    message: (
      <span className={css.line}>
        {text}
        {undo ? (
          <Button
            variant="subtle"
            size="xs"
            onClick={() => {
              notifications.hide(id)
              undo.run()
            }}
          >
            {undo.label}
          </Button>
        ) : null}
      </span>
    ),
  })
}
