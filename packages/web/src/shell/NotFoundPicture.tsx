/** A way that breaks off: the picture of pages without content. */
export function NotFoundPicture() {
  return (
    <svg width="200" height="120" viewBox="0 0 200 120" aria-hidden="true" focusable="false">
      <g fill="none" stroke="var(--tw-line)" strokeWidth="2">
        <path d="M0 96h200M0 66h200M0 36h200M40 8v104M90 8v104M140 8v104M180 8v104" />
      </g>
      <path
        d="M12 108c0-34 22-40 50-46 24-5 38-10 46-26"
        fill="none"
        stroke="var(--tw-accent)"
        strokeWidth="7"
        strokeLinecap="round"
      />
      <path
        d="M112 26c3-6 6-9 10-12"
        fill="none"
        stroke="var(--tw-accent)"
        strokeWidth="7"
        strokeLinecap="round"
        strokeDasharray="1 13"
      />
      <circle cx="152" cy="22" r="13" fill="var(--tw-surface)" stroke="var(--tw-faint)" strokeWidth="4" />
      <path
        d="M147 17l10 10M157 17l-10 10"
        stroke="var(--tw-faint)"
        strokeWidth="3.5"
        strokeLinecap="round"
      />
    </svg>
  )
}
