import styles from './LoginPicture.module.css'

/** Ways through a town, with vehicles on them: the background of the brand. */
const streets = [
  'M-20 150C120 130 180 190 300 170S520 80 680 110',
  'M-20 420C80 400 140 330 250 340s160 110 280 90 110-90 190-90',
  'M120 -20C110 120 190 190 180 320S90 560 130 700s60 160 50 260',
  'M470 -20C450 90 520 180 500 300S380 480 400 620s90 160 70 340',
  'M-20 690c120 10 170-60 300-50s210 90 420 50',
]

const vehicles = [
  { way: 1, seconds: 26, delay: 0 },
  { way: 3, seconds: 34, delay: -12 },
  { way: 0, seconds: 30, delay: -20 },
  { way: 4, seconds: 40, delay: -6 },
]

export function LoginPicture() {
  return (
    <svg
      className="tw-full-width tw-full-height tw-cover"
      viewBox="0 0 640 900"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <g fill="none" stroke="#1d4a52" strokeLinecap="round">
        <g strokeWidth="1.5">
          <path d="M-20 60h700M-20 260h700M-20 540h700M-20 800h700M50 -20v940M300 -20v940M590 -20v940" />
          <path d="M-20 330l240-200M240 920l420-400M-20 620l200 300M350 -20l300 300" />
        </g>
        <g strokeWidth="12" stroke="#16414a">
          {streets.map((d) => (
            <path key={d} d={d} />
          ))}
        </g>
      </g>
      <path d={streets[1]} fill="none" stroke="#41b8c2" strokeWidth="4" strokeLinecap="round" opacity=".75" />
      {vehicles.map(({ way, seconds, delay }) => (
        <g
          key={way}
          className={styles.vehicle}
          style={{
            offsetPath: `path("${streets[way]}")`,
            animationDuration: `${seconds}s`,
            animationDelay: `${delay}s`,
          }}
        >
          <circle r="15" fill="#41b8c2" opacity=".18" />
          <circle r="7" fill="#0e2a30" stroke="#e4f7f8" strokeWidth="2.5" />
          <path d="M-2.5 -3L4 0L-2.5 3Z" fill="#e4f7f8" />
        </g>
      ))}
      <g fill="none" stroke="#f0b35a" strokeWidth="2.5">
        <circle cx="498" cy="300" r="9" />
        <circle cx="498" cy="300" r="22" opacity=".35" strokeDasharray="3 6" />
      </g>
    </svg>
  )
}
