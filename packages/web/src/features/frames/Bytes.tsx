/** As many bytes as a row has room for. */
export function Bytes({ hex }: { hex: string }) {
  const most = 96
  return <code className="tw-small">{hex.length > most ? `${hex.slice(0, most)}…` : hex}</code>
}
