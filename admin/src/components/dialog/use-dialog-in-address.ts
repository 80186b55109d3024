import { useNavigate, useSearch } from '@tanstack/react-router'

/** Open dialogs are in the address: a link opens one, and going back closes it. */
export function useDialogInAddress<Name extends string>(
  names: readonly Name[],
): [Name | null, (name: Name | null) => void] {
  const { dialog } = useSearch({ strict: false }) as { dialog?: unknown }
  const navigate = useNavigate()
  return [
    names.find((name) => name === dialog) ?? null,
    (name) =>
      void navigate({
        to: '.',
        // What else the address says, such as a filter, stays.
        search: (({ dialog: _closed, ...rest }: Record<string, unknown>) =>
          name === null ? rest : { ...rest, dialog: name }) as never,
        replace: name === null,
        resetScroll: false,
      }),
  ]
}
