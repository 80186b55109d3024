import css from './skeleton.module.css'

/** A bar of the height that will stand here, so that nothing jumps. */
export function Skeleton({ height = 20, width = '100%' }: { height?: number; width?: number | string }) {
  return <span className={css.bar} style={{ height, width }} />
}

export function SkeletonRows({ count, height = 40 }: { count: number; height?: number }) {
  return (
    <div className={css.rows} aria-busy="true">
      {Array.from({ length: count }, (_, row) => row).map((row) => (
        <div key={row} className={css.row} style={{ height }}>
          <Skeleton height={12} width={`${70 - ((row * 17) % 40)}%`} />
        </div>
      ))}
    </div>
  )
}
