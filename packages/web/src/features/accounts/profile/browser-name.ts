const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['MicroMessenger', 'WeChat'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Version', 'Safari'],
] as const
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const

/** What people call the browser and system of a user agent: `Chrome 140 · Windows`; of a program, its own first word. */
export function browserName(userAgent: string): string {
  const found = browsers.find(([mark]) => userAgent.includes(`${mark}/`))
  const system = systems.find(([mark]) => userAgent.includes(mark))?.[1]
  if (!found) return userAgent.split(/[\s/(]/)[0] || userAgent
  const [mark, name] = found
  const version = new RegExp(`${mark}/(\\d+)`).exec(userAgent)?.[1]
  return [version ? `${name} ${version}` : name, system].filter(Boolean).join(' · ')
}
