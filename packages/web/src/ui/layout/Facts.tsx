import type { ReactNode } from 'react'

/** Values beside their names, one a line. */
export function Facts({ facts }: { facts: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className="tw-grid">
      {facts.map(({ label, value }) => (
        <div key={label} className="tw-flex tw-baseline tw-spread tw-gap-12 tw-small">
          <dt className="tw-rigid tw-muted">{label}</dt>
          <dd className="tw-shrink tw-end tw-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
