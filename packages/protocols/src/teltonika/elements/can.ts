/** What LV-CAN200, ALL-CAN300 and CAN-CONTROL read from the vehicle. Source: Teltonika wiki, "FMB AVL ID", "LVCAN elements". */
import type { ItemTable } from '../../wire/items.ts'
import { as, per } from '../../wire/types.ts'
import { element, hexOf, longElement, sized, tenths, unsigned } from './types.ts'

/** Front left, front right, rear left, rear right, boot; the bonnet has a bit of its own between them. */
const openDoors = 0x2f00

export const canElements: ItemTable = {
  81: element('vehicleSpeedKmh'),
  82: sized('pedalPercent', 1),
  83: tenths('fuelUsedL'),
  84: [sized('fuelL', 2, per(unsigned, 10)), element('pedalPercent')],
  85: [sized('rpm', 2), element('engineLoadPercent')],
  87: [sized('vehicleOdometerM', 4), sized('fuelPercent', 1, per(unsigned, 2.5))],
  88: [sized('zone12', 1), sized('rpm', 2, per(unsigned, 8))],
  89: [sized('fuelPercent', 1), sized('axle1Kg', 2)],
  90: sized(
    'doorOpen',
    2,
    as(unsigned, (bits) => (bits & openDoors) !== 0),
  ),
  100: element('programNumber'),
  101: longElement('moduleId', hexOf),
  102: element('engineMin'),
  103: element('engineCountedMin'),
  105: sized('vehicleOdometerCountedM', 4),
  107: tenths('fuelUsedCountedL'),
  110: tenths('fuelRateLPerH'),
  111: element('adBluePercent'),
  112: tenths('adBlueL'),
  114: element('engineLoadPercent'),
  115: element(
    'engineC',
    as(unsigned, (value) => ((value << 16) >> 16) / 10),
  ),
  118: sized('axle1Kg', 2),
  119: sized('axle2Kg', 2),
  120: sized('axle3Kg', 2),
  121: sized('axle4Kg', 2),
  122: sized('axle5Kg', 2),
  123: longElement('controlFlags', hexOf),
  124: longElement('agriculturalFlags', hexOf),
  132: longElement('securityFlags', hexOf),
  151: element(
    'tractionBatteryC',
    as(unsigned, (value) => ((value << 16) >> 16) / 10),
  ),
  152: element('tractionBatteryPercent'),
  160: element('troubleCodeCount'),
  168: element('vehicleBatteryMv'),
  232: element('gasState'),
  233: tenths('gasUsedKg'),
  234: element('gasPercent'),
  235: element('oilState'),
}
