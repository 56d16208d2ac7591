/** Colours of the devices of a replay, by their place in the header; none of them is a colour of a speed band. */
export const deviceColours = [
  { light: '#0b6e78', dark: '#41b8c2' },
  { light: '#8a3ffc', dark: '#b794f6' },
  { light: '#b0185b', dark: '#f06aa6' },
  { light: '#7a4a12', dark: '#d6a56a' },
  { light: '#2b3a67', dark: '#9fb3ef' },
] as const

export function deviceColour(place: number, isDark: boolean): string {
  return deviceColours[place % deviceColours.length]![isDark ? 'dark' : 'light']
}
