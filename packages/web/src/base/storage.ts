/**
 * What the browser remembers for the user.
 *
 * Values are sealed with AES-GCM under a passphrase that is part of the shipped script. That is obfuscation
 * and no protection: whoever can read the storage can read the script. Nothing secret may rely on it.
 */
export const storagePlaces = {
  userInfo: 'session',
  /** The session of a superior who acts as a sub-account, to go back to. */
  actorSession: 'session',
  selectedTid: 'session',
  selectAgentId: 'session',
  /** Notices that were closed in this session of the browser. */
  seenNotices: 'session',
  useLang: 'local',
  useMapType: 'local',
  /** Which of the base maps of that type, or one that the four types do not cover. */
  baseMap: 'local',
  alarmSound: 'local',
  /** Whether alarms are shown as notifications of the system. */
  alarmNotices: 'local',
  /** Of distance, speed and volume on screens. */
  units: 'local',
  addressCache: 'local',
  leftMenuState: 'local',
  /** Who is signed in, for the other tabs of this browser. */
  sharedSession: 'local',
  /** Column choice and the like, by table. */
  tableColumns: 'local',
  recentAccounts: 'local',
  /** By user name: what makes this browser known to the server. It opens nothing. */
  knownBrowser: 'local',
  /** Whether the statistics show their chart. */
  statisticsChart: 'local',
  /** Width, fold and density of the home screen's list. */
  homeColumn: 'local',
  /** Whether the monitor's map shows fences. */
  monitorFences: 'local',
  /** The height of the replay's chart. */
  trackPanelPx: 'local',
  qualityBench: 'local',
