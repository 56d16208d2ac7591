import { Avatar as AntdAvatar } from 'antd'

/** The first letter of a name in place of a picture. */
export function Avatar({ name, size = 28 }: { name: string; size?: number }) {
  const [letter = '?'] = name
  return (
    <AntdAvatar size={size} className="tw-rigid tw-soft tw-accent tw-bold" aria-hidden="true">
      {letter.toUpperCase()}
    </AntdAvatar>
  )
}
