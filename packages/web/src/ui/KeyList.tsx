import styles from './KeyList.module.css'

/** What the keys of a screen do, one a line. */
export function KeyList({ keys }: { keys: readonly { keys: readonly string[]; text: string }[] }) {
  return (
    <table className={styles.keys}>
      <tbody>
        {keys.map(({ keys, text }) => (
          <tr key={text}>
            <th scope="row">
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </th>
            <td>{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
