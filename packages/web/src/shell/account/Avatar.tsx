import styles from './Avatar.module.css'
/** The first letter of a name, where a picture would stand. */
export function Avatar({ name, size = 28 }: { name: string; size?: number }) {
  const [letter = '?'] = name
  return (
    <span
      className={styles.avatar}
      style={{ width: size, height: size, fontSize: size * 0.46 }}
      aria-hidden="true"
    >
      {letter.toUpperCase()}
    </span>
  )
}
