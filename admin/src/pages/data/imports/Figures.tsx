import css from './dry-run.module.css'

type Figure = readonly [label: string, text: string]

/** Names with their figures; null: it says nothing here. */
export function Figures({ figures }: { readonly figures: readonly (Figure | null)[] }) {
  return (
    <dl className={css.facts}>
      {figures
        .filter((figure) => figure !== null)
        .map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
    </dl>
  )
}
