import { AlarmsScreen } from './AlarmsScreen.tsx'

/** `alarmsAll`: of the account and all below it. */
export const AllAlarmsScreen = () => <AlarmsScreen key="all" isAll />

/** `alarms`: of the account's own devices. */
export const OwnAlarmsScreen = () => <AlarmsScreen key="own" isAll={false} />
