import styles from './frames.module.css'

/** As many bytes as a row has room for. */
export function Bytes({ hex }: { hex: string }) {
  const most = 96
  return (
    <code className={`${styles.line} tw-small`}>
      <span className="tw-ellipsis">{hex.length > most ? `${hex.slice(0, most)}…` : hex}</span>
    </code>
  )
}
