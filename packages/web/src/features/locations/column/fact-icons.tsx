interface Labelled {
  label: string
}

/** The ignition key: lit while it is on. */
export function KeyIcon({ isOn, label }: Labelled & { isOn: boolean }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width="14"
      height="14"
      role="img"
      aria-label={label}
      className={isOn ? 'tw-success' : 'tw-muted'}
    >
      <title>{label}</title>
      <path
        d="M5.5 4.5a3.5 3.5 0 1 0 3.3 4.700H11v1.800h1.800V9.200H15V7.300H8.800a3.5 3.5 0 0 0-3.3-2.800zm0 2.200a1.3 1.3 0 1 1 0 2.6 1.3 1.3 0 0 1 0-2.600z"
        fill="currentColor"
      />
    </svg>
  )
}

/** Strength of the mobile signal, 0 to 4 or 0 to 31 as the device reports it. */
export function SignalIcon({ level, label }: Labelled & { level: number }) {
  const bars = level > 4 ? Math.min(4, Math.ceil(level / 8)) : level
  return (
    <svg viewBox="0 0 16 16" width="14" height="14" role="img" aria-label={label} className="tw-muted">
      <title>{label}</title>
      {[0, 1, 2, 3].map((bar) => (
        <rect
          key={bar}
          x={1 + bar * 3.7}
          y={11 - bar * 2.8}
          width="2.6"
          height={3.5 + bar * 2.8}
          rx="0.8"
          fill="currentColor"
          opacity={bar < bars ? 1 : 0.25}
        />
      ))}
    </svg>
  )
}

export function BatteryIcon({ percent, label }: Labelled & { percent: number }) {
  return (
    <svg
      viewBox="0 0 20 16"
      width="18"
      height="14"
      role="img"
      aria-label={label}
      className={percent <= 20 ? 'tw-danger' : 'tw-muted'}
    >
      <title>{label}</title>
      <rect x="1" y="4" width="15" height="8" rx="2" fill="none" stroke="currentColor" strokeWidth="1.3" />
      <rect x="17" y="6.5" width="1.8" height="3" rx="0.8" fill="currentColor" />
      <rect
        x="2.6"
        y="5.6"
        width={Math.max(1, (11.8 * percent) / 100)}
        height="4.8"
        rx="0.8"
        fill="currentColor"
      />
    </svg>
  )
}
