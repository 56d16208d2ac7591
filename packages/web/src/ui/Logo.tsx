/** The sign with the name beside it. */
export function Brand({ size = 28 }: { size?: number }) {
  return (
    <div className="tw-row tw-gap-10 tw-bold" style={{ fontSize: size * 0.61 }}>
      <Logo size={size} />
      <span>Trackway</span>
    </div>
  )
}

/** The sign: a way that ends where the vehicle is. */
export function Logo({ size = 28, isPlain = false }: { size?: number; isPlain?: boolean }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      {!isPlain && <rect width="32" height="32" rx="8" fill="#0b7c87" />}
      <path
        d="M7 25.5c0-6 4-7.5 9-9.5 4-1.6 6.5-3 6.5-6.5"
        fill="none"
        stroke="#fff"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <circle cx="22.5" cy="8.5" r="4.5" fill="#fff" />
      <circle cx="22.5" cy="8.5" r="1.9" fill="#0b7c87" />
    </svg>
  )
}
