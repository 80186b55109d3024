import css from './progress.module.css'

/** How far something has come, in words and as a bar. */
export function Progress(props: { readonly label: string; readonly done: number; readonly of: number }) {
  return (
    <div className={css.progress}>
      <p className={css.label} aria-live="polite">
        {props.label}
      </p>
      <Bar share={props.of === 0 ? 0 : props.done / props.of} />
    </div>
  )
}

/** A share between 0 and 1; what it says stands beside it in words. */
export function Bar({ share }: { readonly share: number }) {
  return (
    <span className={css.bar} aria-hidden="true">
      <span className={css.fill} style={{ width: `${Math.min(Math.max(share, 0), 1) * 100}%` }} />
    </span>
  )
}
