import { AlarmsScreen } from './AlarmsScreen.tsx'

/** S1's `alarmsAll`: of the account and all below it. */
export const AllAlarmsScreen = () => <AlarmsScreen key="all" isAll />

/** S1's `alarms`: of the account's own devices. */
export const OwnAlarmsScreen = () => <AlarmsScreen key="own" isAll={false} />
