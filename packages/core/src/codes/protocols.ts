/**
 * Device types the platform starts with: the specification's protocol ids and the wire
 * protocol each is expected to speak; from 120 on those of protocols that it does not have. An administrator can change the rows; these are the first migration's.
 */
export const deviceTypes = [
  { id: 0, name: 'K100', wire: 'gt06', isOfflineCapable: false },
  { id: 1, name: 'K100b', wire: 'gt06', isOfflineCapable: false },
  { id: 2, name: 'R001', wire: 'gt06', isOfflineCapable: true },
  { id: 3, name: 'R002', wire: 'gt06', isOfflineCapable: true },
  { id: 4, name: 'Tire', wire: 'jt808', isOfflineCapable: false },
  { id: 5, name: 'Obd', wire: 'jt808', isOfflineCapable: false },
  { id: 6, name: 'Bsj', wire: 'bsj', isOfflineCapable: true },
  { id: 7, name: 'Sagex', wire: 'h02', isOfflineCapable: true },
  { id: 8, name: 'eight', wire: 'jt808', isOfflineCapable: false },
  { id: 9, name: 'Nb', wire: 'nbiot', isOfflineCapable: true },
  { id: 11, name: 'Nbiot', wire: 'nbiot', isOfflineCapable: true },
  { id: 12, name: 'K100b4g', wire: 'gt06', isOfflineCapable: false },
  { id: 13, name: 'Gt06', wire: 'gt06', isOfflineCapable: false },
  { id: 14, name: 'Y808', wire: 'jt808', isOfflineCapable: false },
  { id: 15, name: 'GW005808', wire: 'jt808', isOfflineCapable: false },
  { id: 16, name: 'A3', wire: 'gt06', isOfflineCapable: false },
  { id: 88, name: 'XiaoGuo', wire: 'h02', isOfflineCapable: false },
  { id: 89, name: 'Hc', wire: 'gps103', isOfflineCapable: false },
  { id: 120, name: 'TraccarClient', wire: 'osmand', isOfflineCapable: true },
  { id: 121, name: 'OwnTracks', wire: 'owntracks', isOfflineCapable: false },
  { id: 130, name: 'Teltonika', wire: 'teltonika', isOfflineCapable: false },
  { id: 131, name: 'Topflytech', wire: 'topflytech', isOfflineCapable: false },
  { id: 140, name: 'Tk103', wire: 'tk103', isOfflineCapable: false },
  { id: 141, name: 'Watch', wire: 'watch', isOfflineCapable: true },
  { id: 142, name: 'Meitrack', wire: 'meitrack', isOfflineCapable: false },
] as const

interface Wire {
  /** What people call it, in every language. */
  label: string
  /** Its devices may have any id; those of other protocols have 7 to 20 digits. */
  hasFreeIds?: true
}

/** Wire protocols by the names of their codecs, against which a test holds them. */
const wires = {
  gt06: { label: 'GT06' },
  jt808: { label: 'JT/T 808' },
  bsj: { label: 'BSJ' },
  h02: { label: 'H02', hasFreeIds: true },
  gps103: { label: 'GPS103' },
  tk103: { label: 'TK103', hasFreeIds: true },
  watch: { label: '3G (SeTracker)', hasFreeIds: true },
  meitrack: { label: 'Meitrack' },
  teltonika: { label: 'Teltonika' },
  topflytech: { label: 'Topflytech' },
  nbiot: { label: 'NB-IoT' },
  owntracks: { label: 'OwnTracks', hasFreeIds: true },
  osmand: { label: 'OsmAnd', hasFreeIds: true },
} as const satisfies Record<string, Wire>

export const wireProtocols = Object.keys(wires) as (keyof typeof wires)[]

/** What is known of a wire protocol; undefined of one that the platform does not speak. */
const wireOf = (name: string): Wire | undefined =>
  Object.hasOwn(wires, name) ? wires[name as keyof typeof wires] : undefined

export const wireLabel = (name: string): string => wireOf(name)?.label ?? name
export const hasFreeIds = (name: string): boolean => wireOf(name)?.hasFreeIds ?? false

/** The platform speaks its protocol; a type of another, which a database may hold, is offered for no device. */
export const isServed = ({ wire }: { wire: string }): boolean => wireOf(wire) !== undefined

/** What people call a type. */
export const typeName = ({ name, label }: { name: string; label: string | null }): string => label ?? name

/** The wire protocol whose devices prove who they are by a code. */
export const codedWire = 'jt808'
