/**
 * Frames of real devices, with what they say. Origin: the test frames of the open-source server Traccar
 * (GT06 and Topin decoders) and the protocol documents of their makers. Test data only.
 */
export interface PublicFrame {
  hex: string
  is: {
    kind: string
    name: string
    identity?: { terminalIds: string[] }
    /** Of the one report; `place` is latitude and longitude, `cells` and `wifi` are counts. */
    report?: { [name: string]: unknown }
  }
}

export const publicFrames: readonly PublicFrame[] = [
  { hex: '787805120099abec0d0a', is: { kind: 'heartbeat', name: 'location' } },
  {
    hex: '78780d01086471700328358100093f040d0a',
    is: { kind: 'login', name: 'login', identity: { terminalIds: ['864717003283581'] } },
  },
  {
    hex: '78782e610869412070143950190a1e0d3806c802b0eb0f0561ecdc00d80002d404000004215f0e000001395581000d1ca60d0a',
    is: {
      kind: 'reports',
      name: 'driver',
      identity: { terminalIds: ['869412070143950'] },
      report: {
        fixTime: '2025-10-30T13:56:06',
        fix: 'gps',
        place: '-25.08275 -50.16873',
        driverId: '20534657',
        cells: 1,
      },
    },
  },
  {
    hex: '7979001f70002c00046919c641007f000ec4a82841074a7fff64012201dc071ea430360d0a',
    is: { kind: 'reports', name: 'modules', report: { fixTime: '2025-11-16T12:40:33', fix: 'none' } },
  },
  {
    hex: '79790008940b02e3048614200d0a',
    is: {
      kind: 'reports',
      name: 'information',
      report: { fixTime: null, fix: 'none', externalVoltageV: 7.39 },
    },
  },
  {
    hex: '7979003e3819050e0e0c26c5010fd98e0905f53000ccab0e000302c80100000c240000000000048b08001b002e04000015c4003b020000003c0401020001021f60220d0a',
    is: {
      kind: 'reports',
      name: 'location',
      report: {
        fixTime: '2025-05-14T14:12:38',
        fix: 'none',
        place: '9.89775 -84.10300',
        odometerM: 5572,
        isBuffered: false,
        cells: 1,
      },
    },
  },
  {
    hex: '78780ca346000106640c01123d5f5e0d0a',
    is: { kind: 'reports', name: 'fenceAlarm', report: { fixTime: null, fix: 'none' } },
  },
  {
    hex: '7979000e941e000000d5000002ee00f59b850d0a',
    is: {
      kind: 'reports',
      name: 'information',
      report: { fixTime: null, fix: 'none', temperaturesC: [21.3], humidityPercent: 75 },
    },
  },
  {
    hex: '78789795ffff01180b0d031406da04b5ab0d08813df01ca9002c008a9200004556454e545f3836323739383035323432393038375f30303030303030305f323032345f31315f31325f32325f32305f30365f495f35362e6d70342c4556454e545f3836323739383035323432393038375f30303030303030305f323032345f31315f31325f32325f32305f30365f465f35352e6d70340037d45b0d0a',
    is: {
      kind: 'reports',
      name: 'cameraEvent',
      report: {
        fixTime: '2024-11-13T03:20:06',
        fix: 'gps',
        place: '43.89704 -79.27096',
        alarms: [25],
        externalVoltageV: 13.8,
      },
    },
  },
  {
    hex: '787840a2180b0f0f3407cf00602cd208354064001c6a02dc650000698100000000095674c9114100002a04000100004b31000000000863829079286793020001a22a8f0d0a',
    is: {
      kind: 'reports',
      name: 'location',
      report: {
        fixTime: '2024-11-15T15:52:07',
        fix: 'gps',
        place: '3.50163 -76.50423',
        odometerM: 19249,
        externalVoltageV: 0,
        batteryPercent: 42,
        cells: 1,
      },
    },
  },
  {
    hex: '787895a2180b0f0f1d2602dc65000069810000000009569e9648000069810000000009569e3255000069810000000009569e0052000069810000000009569ec846000069810000000009569e64320000000000000000000000000000000000000000000000000000ff06f27cf64f17e13c909a4a53778c3dc83a350fa1b84522976d5ea4854854af976b9ab04cb04e26d703925102a1ce550d0a',
    is: {
      kind: 'reports',
      name: 'cellsAndWifi',
      report: { fixTime: '2024-11-15T15:29:38', fix: 'none', cells: 5, wifi: 6 },
    },
  },
  {
    hex: '79790016f26718e430000c0a470000000010020000000024bff50d0a',
    is: { kind: 'reports', name: 'peripherals', report: { fixTime: '2024-10-23T11:55:28', fix: 'none' } },
  },
  {
    hex: '79790037f26718e389000b0a0423027aca200c465a60000a001d01c4a82828ccfe0000024254425554544f4e2c412c53233136382c35340016a1eb0d0a',
    is: {
      kind: 'reports',
      name: 'peripherals',
      report: { fixTime: '2024-10-23T11:52:41', fix: 'none', place: '23.11198 114.40958' },
    },
  },
  {
    hex: '7878131340b2fa000201040000000000011c00400e550d0a',
    is: {
      kind: 'heartbeat',
      name: 'heartbeat',
      report: { fixTime: null, fix: 'none', temperaturesC: [28.4], externalVoltageV: 0, batteryPercent: 1 },
    },
  },
  {
    hex: '787840a218061b0e0f05cf021d22430aa2660b005c00014e140000026500000000024d4e02114504df06031c010007d00000000000086973105524576500c802a86fda0d0a',
    is: {
      kind: 'reports',
      name: 'location',
      report: {
        fixTime: '2024-06-27T14:15:05',
        fix: 'gps',
        place: '19.70208 -99.11951',
        odometerM: 512000,
        externalVoltageV: 12.47,
        batteryPercent: 100,
        cells: 1,
      },
    },
  },
  {
    hex: '79790007940b010a0b5ace0d0a',
    is: { kind: 'reports', name: 'information', report: { fixTime: null, fix: 'none' } },
  },
  {
    hex: '7878293218061301261ccd0274c4ad050d7c960018000a02d4000ac3c70dbdc40b46f004210202af001784290d0a',
    is: {
      kind: 'reports',
      name: 'alarm',
      report: {
        fixTime: '2024-06-19T01:38:28',
        fix: 'gps',
        place: '-22.89275 -47.09441',
        externalVoltageV: 0.2,
        cells: 1,
      },
    },
  },
  {
    hex: '78782a31180613012b39cc0274c4dc050d7cd000180002d4000ac3c70dbdc4150100000000000002a6000ea40b0d0a',
    is: {
      kind: 'reports',
      name: 'location',
      report: {
        fixTime: '2024-06-19T01:43:57',
        fix: 'gps',
        place: '-22.89278 -47.09444',
        odometerM: 0,
        isBuffered: false,
        cells: 1,
      },
    },
  },
  {
    hex: '7878281718060e021831c6026e8acc0c361b1000140001cc00286d000f4dbf0000012ca7e001000004b2630d0a',
    is: {
      kind: 'reports',
      name: 'rfid',
      report: {
        fixTime: '2024-06-14T02:24:49',
        fix: 'gps',
        place: '22.66607 113.81804',
        driverId: 'bf0000012ca7e001',
        cells: 1,
      },
    },
  },
  {
    hex: '78782732180214123324ca0162bdf0041f45d900190b0a02d4000bc5270000ec025206040202005e07e10d0a',
    is: {
      kind: 'reports',
      name: 'alarm',
      report: {
        fixTime: '2024-02-20T18:51:36',
        fix: 'gps',
        place: '-12.91576 -38.42131',
        alarms: [1],
        batteryPercent: 100,
        cells: 1,
      },
    },
  },
  {
    hex: '78782616170a080c0e24c0027c58ad0c2b8b0100454e0901cc0025030328e7a0005d4b13021ec373170d0a',
    is: {
      kind: 'reports',
      name: 'alarm',
      report: {
        fixTime: '2023-10-08T12:14:36',
        fix: 'none',
        place: '23.16867 113.43346',
        alarms: [9],
        batteryPercent: 93,
        cells: 1,
      },
    },
  },
  {
    hex: '787826161709130f3a2dcc02c55f2a089f9af9005c210901360481fe066d9b03413e420102035f92fe0d0a',
    is: {
      kind: 'reports',
      name: 'alarm',
      report: {
        fixTime: '2023-09-19T15:58:45',
        fix: 'gps',
        place: '25.82744 -80.37646',
        alarms: [0],
        batteryPercent: 62,
        cells: 1,
      },
    },
  },
  {
    hex: '78782f221709130f3a32cc02c55f2a089f9afc005c2101360481fe066d9b03000000000025d4000000000020002d036049d70d0a',
    is: {
      kind: 'reports',
      name: 'location',
      report: {
        fixTime: '2023-09-19T15:58:50',
        fix: 'gps',
        place: '25.82744 -80.37646',
        temperaturesC: [0.32],
        humidityPercent: 0.45,
        odometerM: 9684,
        isBuffered: false,
        cells: 1,
      },
    },
  },
  {
    hex: '78785995ffff01170719152013df0163d45f041ee52018be002f00876900004556454e545f3836323739383035303137353131325f30303030303030305f323032335f30375f32355f31385f33325f30355f31342e6d70340119d15a0d0a',
    is: {
      kind: 'reports',
      name: 'cameraEvent',
      report: {
        fixTime: '2023-07-25T21:32:19',
        fix: 'gps',
        place: '-12.95536 -38.40756',
        externalVoltageV: 13.5,
      },
    },
  },
  {
    hex: '787829a01707150f2d0ecd01635100041e96d000087c02d4020000912e000000000718798d000e0006ed3ce50d0a',
    is: {
      kind: 'reports',
      name: 'location',
      report: {
        fixTime: '2023-07-21T15:45:14',
        fix: 'none',
        place: '-12.93668 -38.39642',
        isBuffered: false,
        cells: 1,
      },
    },
  },
  {
    hex: '787829a0170704112226cf0163fe7c0420f6f000091302d402000091290000000007186b8f01030001460d010d0a',
    is: {
      kind: 'reports',
      name: 'location',
      report: {
        fixTime: '2023-07-04T17:34:38',
        fix: 'none',
        place: '-12.96135 -38.48291',
        isBuffered: false,
        cells: 1,
      },
    },
  },
  {
    hex: '797900109b0344373532304136320d0a000f87f00d0a',
    is: { kind: 'information', name: 'transparentData' },
  },
  {
    hex: '7878241617070a150e24ca01fba0040780e177005c0001720253360027db6204e40400004bf1e90d0a',
    is: {
      kind: 'reports',
      name: 'alarm',
      report: {
        fixTime: '2023-07-10T21:14:36',
        fix: 'gps',
        place: '18.48206 -69.93713',
        alarms: [0],
        externalVoltageV: 12.52,
        cells: 1,
      },
    },
  },
  {
    hex: '78780a130604ea04000006bc8a0d0a',
    is: {
      kind: 'heartbeat',
      name: 'heartbeat',
      report: { fixTime: null, fix: 'none', externalVoltageV: 12.58 },
    },
  },
  {
    hex: '797900849404414c4d313d43353b414c4d323d43433b414c4d333d35433b535441313d43303b4459443d30313b534f533d303133323838333730302c2c3b43454e5445523d303133323838333730303b46454e43453d46656e63652c4f46462c302c302e3030303030302c302e3030303030302c3330302c494e206f72204f55542c313b00b79d120d0a',
    is: { kind: 'information', name: 'information', report: { fixTime: null, fix: 'none' } },
  },
  {
    hex: '78782912170316053b3bcf015b51220af1201105d56100000000000000000000869c0130010000000238d1af0d0a',
    is: {
      kind: 'reports',
      name: 'location',
      report: { fixTime: '2023-03-22T05:59:59', fix: 'gps', place: '12.64542 101.98586', odometerM: 34460 },
    },
  },
  {
    hex: '78781511170103100e1f9904efe30400a97f88003410ffdd000d0a',
    is: {
      kind: 'reports',
      name: 'gps',
      report: { fixTime: '2023-01-03T16:14:31', fix: 'gps', place: '46.01671 6.17124', isBuffered: true },
    },
  },
  {
    hex: '7878131302801900002e42016f000000003a0177ef180d0a',
    is: {
      kind: 'heartbeat',
      name: 'heartbeat',
      report: { fixTime: null, fix: 'none', externalVoltageV: 3.67, batteryPercent: 46 },
    },
  },
  {
    hex: '78782526160913063918c002780fab0c44750f00040008027f14084c0038420600030c020007398e0d0a',
    is: {
      kind: 'reports',
      name: 'alarm',
      report: {
        fixTime: '2022-09-19T06:57:24',
        fix: 'none',
        place: '23.01265 114.34056',
        alarms: [15],
        batteryPercent: 0,
        cells: 1,
      },
    },
  },
  {
    hex: '78782516160908063736c0006e70110442fc800000000800000000000000000300002512000473fb0d0a',
    is: {
      kind: 'reports',
      name: 'alarm',
      report: {
        fixTime: '2022-09-08T06:55:54',
        fix: 'none',
        place: '-4.02092 39.72160',
        alarms: [9],
        batteryPercent: 0,
      },
    },
  },
  {
    hex: '78782e2416061a103600c80275298404a0a24000184602d4023a49006f060104ed01940000086508004139765000be7d640d0a',
    is: {
      kind: 'reports',
      name: 'location',
      report: {
        fixTime: '2022-06-26T16:54:00',
        fix: 'gps',
        place: '-22.90710 -43.13120',
        externalVoltageV: 12.61,
        batteryVoltageV: 4.04,
        cells: 1,
      },
    },
  },
  {
    hex: '79790019941b524649443a3030384642324245424133390d0a000c14930d0a',
    is: {
      kind: 'reports',
      name: 'information',
      report: { fixTime: null, fix: 'none', driverId: '008FB2BEBA39' },
    },
  },
  {
    hex: '7878241216040e102c22cf00915ffb04c6016300195a02d402283b00753f400571040001dda4880d0a',
    is: {
      kind: 'reports',
      name: 'location',
      report: {
        fixTime: '2022-04-14T16:44:34',
        fix: 'gps',
        place: '-5.29294 -44.49186',
        externalVoltageV: 13.93,
        cells: 1,
      },
    },
  },
  {
    hex: '787831241603060c231e000194620213ee00606a3413ee0060692e000000000000000000000000000000000000000000003a0cb70d0a',
    is: {
      kind: 'reports',
      name: 'cellList',
      report: { fixTime: '2022-03-06T12:35:30', fix: 'none', cells: 2 },
    },
  },
  {
    hex: '78782111150b0b022c30c804b7af7808810cb0003c00012e02d075df0084890c000679950d0a',
    is: {
      kind: 'reports',
      name: 'location',
      report: { fixTime: '2021-11-11T02:44:48', fix: 'gps', place: '43.97048 -79.26396', cells: 1 },
    },
  },
  {
    hex: '797900377000000001020035000103002c0004616219d00043000b013601048153931500001a0001000808652820400643521000000101004e46760d0a',
    is: { kind: 'reports', name: 'modules', report: { fixTime: '2021-10-09T22:38:08', fix: 'none' } },
  },
  {
    hex: '7878171915061810051a01f90101700d08c8f50c0000065494ae0d0a',
    is: {
      kind: 'reports',
      name: 'cellAlarm',
      report: { fixTime: '2021-06-24T16:05:26', fix: 'none', cells: 1 },
    },
  },
  {
    hex: '78782b1215050d03041bcf031ff30a0be795bc001c17014e14a065dd95314504b6040000001c00000cd90ab8fb6f0d0a',
    is: {
      kind: 'reports',
      name: 'location',
      report: {
        fixTime: '2021-05-13T03:04:27',
        fix: 'gps',
        place: '29.12527 -110.95918',
        temperaturesC: [28],
        odometerM: 32890,
        externalVoltageV: 12.06,
        cells: 1,
      },
    },
  },
  {
    hex: '7878151330802b00000642014f0008720000802b5ee4d4c90d0a',
    is: {
      kind: 'heartbeat',
      name: 'heartbeat',
      report: { fixTime: null, fix: 'none', temperaturesC: [4.3], externalVoltageV: 3.35, batteryPercent: 6 },
    },
  },
  {
    hex: '7878281520000000003c49434349443a38393838323339303030303039373330323635303e00020d446f260d0a',
    is: { kind: 'information', name: 'commandReply' },
  },
  { hex: '797900099b0380d600046f91e90d0a', is: { kind: 'information', name: 'transparentData' } },
  {
    hex: '787844f3140c0b0a262a070000dc9fdb1c1d760000c83a3569a37100008825937287000000ec41180c8209000088c39749553700003891d5604d6300003891d5604d68002ec4230d0a',
    is: {
      kind: 'reports',
      name: 'wifiList',
      report: { fixTime: '2020-12-11T10:38:42', fix: 'none', wifi: 7 },
    },
  },
  { hex: '7979000e9b0332382e33a1e60d0a0289be490d0a', is: { kind: 'information', name: 'transparentData' } },
  {
    hex: '7878353714080d05000ac500a886eb0b7522f000100001fe0a05ea004f1b000001002e0400002328003b0217c0003c0401020001002c468a0d0a',
    is: {
      kind: 'reports',
      name: 'location',
      report: {
        fixTime: '2020-08-13T05:00:10',
        fix: 'gps',
        place: '-6.13588 106.79224',
        odometerM: 9000,
        isBuffered: true,
        cells: 1,
      },
    },
  },
  {
    hex: '79790020940a035985708236675805200502187214018966051912408052452f000355560d0a',
    is: { kind: 'information', name: 'information', report: { fixTime: null, fix: 'none' } },
  },
  {
    hex: '7878252612030c063816c3026c10540c38c9700144030901cc002866000eee0c06040302000da2db0d0a',
    is: {
      kind: 'reports',
      name: 'alarm',
      report: {
        fixTime: '2018-03-12T06:56:22',
        fix: 'none',
        place: '22.57583 113.91565',
        alarms: [2],
        batteryPercent: 100,
        cells: 1,
      },
    },
  },
  {
    hex: '78784a1614051c150204ec02777e560c2a2a2a5314af000000000000040000000000000000000000000000000000000000000000000000000000000000000000000000007e061b0982004b24c00d0a',
    is: {
      kind: 'reports',
      name: 'alarm',
      report: {
        fixTime: '2020-05-28T21:02:04',
        fix: 'gps',
        place: '22.99198 113.38328',
        alarms: [6],
        batteryPercent: 100,
      },
    },
  },
  {
    hex: '7979000e941b02084277efef350303eadaed0d0a',
    is: {
      kind: 'reports',
      name: 'information',
      report: { fixTime: null, fix: 'none', driverId: '4277efef' },
    },
  },
  {
    hex: '7878711213081f081d0fc6017ba3fa0ac62a923e550e02080503f300b26d000000004b20202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202030300017c7470d0a',
    is: {
      kind: 'reports',
      name: 'location',
      report: {
        fixTime: '2019-08-31T08:29:15',
        fix: 'gps',
        place: '13.82229 100.42177',
        odometerM: 0,
        cells: 1,
      },
    },
  },
  {
    hex: '78780c95130a071223200100013ad10d0a',
    is: { kind: 'reports', name: 'cameraEvent', report: { fixTime: '2019-10-07T18:35:32', fix: 'none' } },
  },
  {
    hex: '797900149b03023539303042343843454238410300139ba40d0a',
    is: { kind: 'information', name: 'transparentData' },
  },
  {
    hex: '787821121303120b2524c70138e363085b549003d43301940057d200cd52c000006aa1ca0d0a',
    is: {
      kind: 'reports',
      name: 'location',
      report: { fixTime: '2019-03-18T11:37:36', fix: 'gps', place: '11.39191 77.89064', cells: 1 },
    },
  },
  {
    hex: '7878251613020c12141ac5027951430c2a16f60014000900000000001a00007c550300020002f1e70d0a',
    is: {
      kind: 'reports',
      name: 'alarm',
      report: {
        fixTime: '2019-02-12T18:20:26',
        fix: 'gps',
        place: '23.05838 113.38055',
        alarms: [9],
        batteryPercent: 85,
      },
    },
  },
  {
    hex: '7878006919012105090303028f01007549e05a00bc9c5c5a007a8d1a5a0d0a',
    is: { kind: 'reports', name: 'wifi', report: { fixTime: '2019-01-21T05:09:03', fix: 'none', cells: 3 } },
  },
  {
    hex: '7878001719011910543607028f0100bc2e695a00bcb3635a00bc27c56400bc447b6400bc46c96400bc33ce6400bc64ca640d0a',
    is: {
      kind: 'reports',
      name: 'wifi',
      report: { fixTime: '2019-01-19T10:54:36', fix: 'none', isBuffered: true, cells: 7 },
    },
  },
  {
    hex: '78783c3439000000120a0902093a07031f9e690529be2e00155500000016214901a30308b70000b3fb004aa82b059401a3422100000001000000007d9370b90d0a',
    is: {
      kind: 'reports',
      name: 'location',
      report: {
        fixTime: '2018-10-09T02:09:58',
        fix: 'gps',
        place: '29.11323 48.12319',
        driverId: '4892715',
        odometerM: 1450313,
        externalVoltageV: 14.28,
        batteryVoltageV: 4.19,
        cells: 1,
      },
    },
  },
  {
    hex: '7878079404eb001c705d0d0a',
    is: { kind: 'reports', name: 'voltage', report: { fixTime: null, fix: 'none', externalVoltageV: 12.59 } },
  },
  {
    hex: '78782222120616083817c5050cc8c801a819d600152400e8011dbf003332000000004862500d0a',
    is: {
      kind: 'reports',
      name: 'location',
      report: {
        fixTime: '2018-06-22T08:56:23',
        fix: 'gps',
        place: '47.06884 15.44104',
        isBuffered: false,
        cells: 1,
      },
    },
  },
  {
    hex: '78782ea4110c0c02281bf6026c18720c38d22800149c1181cc00010000260e000000000615f8012c05041102ff001058fd0d0a',
    is: {
      kind: 'reports',
      name: 'fenceAlarm',
      report: {
        fixTime: '2017-12-12T02:40:27',
        fix: 'gps',
        place: '22.57699 113.91689',
        alarms: [16],
        batteryPercent: 80,
        cells: 1,
      },
    },
  },
  {
    hex: '78787aa2110c0e06372c813601040000591200000000009d7c01040000591200000000009d7c01040000591200000000009d7c01040000591200000000009d7c01040000591200000000009d7c01040000591200000000009d7c01040000591200000000009d7c0104ff02001801eb4039d10000000000000004fabeb50d0a',
    is: {
      kind: 'reports',
      name: 'cellsAndWifi',
      report: { fixTime: '2017-12-14T06:55:44', fix: 'none', cells: 7, wifi: 1 },
    },
  },
  {
    hex: '78782727110c0b0e170f850450059107f461ae001c7e0a81360104cb8a00bef32806030c02ff000316b10d0a',
    is: {
      kind: 'reports',
      name: 'fenceAlarm',
      report: {
        fixTime: '2017-12-11T14:23:15',
        fix: 'gps',
        place: '40.19620 -74.14239',
        alarms: [15],
        batteryPercent: 100,
        cells: 1,
      },
    },
  },
  {
    hex: '78782322110c070f1b0270000000000000000000040081360104cb8a00bef3000000000523030d0a',
    is: {
      kind: 'reports',
      name: 'location',
      report: { fixTime: '2017-12-07T15:27:02', fix: 'none', isBuffered: false, cells: 1 },
    },
  },
  {
    hex: '787880a2110b161010140136040000591200000000009d7c01020000591200000000009d7c01020000591200000000009d7c01020000591200000000009d7c01020000591200000000009d7c01020000591200000000009d7c01020000591200000000009d7c0102ff033c1e04ddc28aa6001801eb4039c90000000000000014db84730d0a',
    is: {
      kind: 'reports',
      name: 'cellsAndWifi',
      report: { fixTime: '2017-11-22T16:16:20', fix: 'none', cells: 7, wifi: 2 },
    },
  },
  {
    hex: '78782ba701cc000000919100000000090617032b3836313832323038343735363200000000000000000100049fb60d0a',
    is: { kind: 'reports', name: 'addressQuery', report: { fixTime: null, fix: 'none', cells: 1 } },
  },
  {
    hex: '787819a501cc0000009191000000000906170304050400010005f44d0d0a',
    is: {
      kind: 'reports',
      name: 'cellAlarm',
      report: { fixTime: null, fix: 'none', batteryPercent: 80, cells: 1 },
    },
  },
  {
    hex: '78782ca3110b10081336f000000000000000000004003901cc0000009191000000000906170304050400010003e0940d0a',
    is: {
      kind: 'reports',
      name: 'fenceAlarm',
      report: { fixTime: '2017-11-16T08:19:54', fix: 'none', batteryPercent: 80, cells: 1 },
    },
  },
  {
    hex: '78786ca1110b0413093801cc01000025fc000000000618c10201000025fc000000000618c10201000025fc000000000618c10201000025fc000000000618c10201000025fc000000000618c10201000025fc000000000618c10201000025fc000000000618c10201ff0002000541d70d0a',
    is: {
      kind: 'reports',
      name: 'cellList',
      report: { fixTime: '2017-11-04T19:09:56', fix: 'none', cells: 7 },
    },
  },
  {
    hex: '787803691604130318491475905bd30e25001e10bbf7635d14759006e626560501cc0028660f213228660f1f2828660ea81e286610731428660f20140d0a',
    is: {
      kind: 'reports',
      name: 'wifi',
      report: { fixTime: '2016-04-13T03:18:49', fix: 'none', cells: 5, wifi: 3 },
    },
  },
  {
    hex: '787800691710231111210700cc080c4e2fa55a0c4ec0025a0c4e39295a0c583918640c4e2fa6640c4e2fa4640c4ec854640d0a',
    is: { kind: 'reports', name: 'wifi', report: { fixTime: '2017-10-23T11:11:21', fix: 'none', cells: 7 } },
  },
  {
    hex: '7878121011091c0b1b2999058508040097a89e0034520d0a',
    is: {
      kind: 'reports',
      name: 'gps',
      report: { fixTime: '2017-09-28T11:27:41', fix: 'gps', place: '51.44690 5.52172' },
    },
  },
  {
    hex: '78780869170928113413ac9e17b30808514494fcf6e148596cb0ce2c67bd4a6eb0ce2c67bd4b0018e7d4333e55ec086be7f2df5fe48d8c94fc6657e48d8cb8f378510600cc0400d37a3d4600d37a3c5000d37a3b6400d376716400d305ac6400d393506e0d0a',
    is: {
      kind: 'reports',
      name: 'wifi',
      report: { fixTime: '2017-09-28T11:34:13', fix: 'none', cells: 6, wifi: 8 },
    },
  },
  {
    hex: '78783b281108111002050136041bcf0000bf09000000000000000000000000000000000000000000000000000000000000000000000000ff00020007d3280d0a',
    is: {
      kind: 'reports',
      name: 'cellList',
      report: { fixTime: '2017-08-17T16:02:05', fix: 'none', cells: 1 },
    },
  },
  {
    hex: '7878412c11030b012629013604cb8a00b17757cb8a00b73f5bcb8a00b7495ecb8900b0e25fcb8a00b1b9620000000000ff0000000000ffff01001801eb40393e00c0e6340d0a',
    is: {
      kind: 'reports',
      name: 'cellsAndWifi',
      report: { fixTime: '2017-03-11T01:38:41', fix: 'none', cells: 5, wifi: 1 },
    },
  },
  {
    hex: '787822221106160a1016c60278019407c7783800040001940504700046fc01030100065f570d0a',
    is: {
      kind: 'reports',
      name: 'location',
      report: {
        fixTime: '2017-06-22T10:16:22',
        fix: 'none',
        place: '23.01064 72.50720',
        isBuffered: true,
        cells: 1,
      },
    },
  },
  {
    hex: '797900143311070609020b00000000a0030046000109e4610d0a',
    is: { kind: 'reports', name: 'alarm', report: { fixTime: '2017-07-06T09:02:11', fix: 'none' } },
  },
  {
    hex: '7979003e32110707083819000901fe0a060f006a1e3f24000000000000000000000000000000000000000000000000000000000000000000000000000000012116ba0d0a',
    is: {
      kind: 'reports',
      name: 'location',
      report: { fixTime: '2017-07-07T08:56:25', fix: 'none', cells: 1 },
    },
  },
  {
    hex: '7979007632110706090217000901fe0a060f006a1c2024060f0053a429060f006a1d21060f0053a720060f006f151d0000000000000000000000003844d9e7f7e1773d60e327a9e442405cf28628b9c640a42bb0fc0d0244d855a38c220a4c802aa8da7dab50b0e235ef32dd5348ee0ce77a52540000010a205a0d0a',
    is: {
      kind: 'reports',
      name: 'location',
      report: { fixTime: '2017-07-06T09:02:23', fix: 'none', cells: 5, wifi: 8 },
    },
  },
  {
    hex: '7979004a321106170c1b180cc900a875580b7ab4f00010350901fe0a007c0009112424007c000912240081004efe2100c500100f1200000000000000000000000000000000000000000000bc7c900d0a',
    is: {
      kind: 'reports',
      name: 'location',
      report: { fixTime: '2017-06-23T12:27:24', fix: 'gps', place: '-6.13338 106.99505', cells: 4 },
    },
  },
  {
    hex: '79790045321106170c1b13000901fe0a007c0009112424007c000912230081004efe1e00c500100f120000000000000000000000000000000000000710bef565574e37000000b26f140d0a',
    is: {
      kind: 'reports',
      name: 'location',
      report: { fixTime: '2017-06-23T12:27:19', fix: 'none', cells: 4, wifi: 1 },
    },
  },
  {
    hex: '787811010863586038760942a0010000010aa4000d0a',
    is: { kind: 'login', name: 'login', identity: { terminalIds: ['863586038760942'] } },
  },
  {
    hex: '78781f3511061a0b24330503107d06084889cb01000100000cfa20e3acd301333fcb0d0a',
    is: { kind: 'part', name: 'pictureInfo' },
  },
  {
    hex: '78783c340000000011061809130c0903107d2408488a5800144c00000000000001940b00b1000047ff000000000500018f42210000000100050003010b69450d0a',
    is: {
      kind: 'reports',
      name: 'location',
      report: {
        fixTime: '2017-06-24T09:19:12',
        fix: 'gps',
        place: '28.56237 77.20652',
        odometerM: 0,
        externalVoltageV: 12.8,
        batteryVoltageV: 3.99,
        cells: 1,
      },
    },
  },
  {
    hex: '7878661500000000004459443d537563636573732100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000010009e82b0d0a',
    is: { kind: 'commandReply', name: 'commandReply' },
  },
  {
    hex: '7979000894000000000338ba0d0a',
    is: { kind: 'reports', name: 'information', report: { fixTime: null, fix: 'none', externalVoltageV: 0 } },
  },
  {
    hex: '7979007121000000000143757272656e7420706f736974696f6e214c61743a4e35342e3733393333322c4c6f6e3a4532352e3237333237302c436f757273653a3132362e35332c53706565643a302e303030302c4461746554696d653a323031372d30352d3236202031303a32373a3437000bbee30d0a',
    is: {
      kind: 'commandReply',
      name: 'commandReply',
      report: { fixTime: '2017-05-26T10:27:47', fix: 'gps', place: '54.73933 25.27327' },
    },
  },
  {
    hex: '7979003f940d110315102a202141494f494c2c30322c3030382e3239302c3032392e3630302c3531394a2c303430302c3030382e3433302c302c30302c4142001678ea0d0a',
    is: {
      kind: 'reports',
      name: 'information',
      report: { fixTime: '2017-03-21T16:42:32', fix: 'none', temperaturesC: [29.6] },
    },
  },
  {
    hex: '79790039940d2141494f494c2c30322c3030322e3732302c3032392e3530302c3532344a2c303130302c3030332e3430302c302c30302c393309ad72000d0a',
    is: {
      kind: 'reports',
      name: 'information',
      report: { fixTime: null, fix: 'none', temperaturesC: [29.5] },
    },
  },
  { hex: '79790005840016bb1a0d0a', is: { kind: 'unknown', name: 'unknown' } },
  {
    hex: '7979000794050000c9b63e0d0a',
    is: { kind: 'reports', name: 'information', report: { fixTime: null, fix: 'none', doorOpen: false } },
  },
  {
    hex: '78783b18100c0f1201010195271784005ab63617840002fa47178400ff8f4817840019f3491784005ab54b178400ff8e4c17840019f24cff0002012287c80d0a',
    is: {
      kind: 'reports',
      name: 'cellList',
      report: { fixTime: '2016-12-15T18:01:01', fix: 'none', cells: 7 },
    },
  },
  {
    hex: '7878251610051b0f1c34c5022515d504b5dcd20738080902d4022bdf009cba5006640201006759680d0a',
    is: {
      kind: 'reports',
      name: 'alarm',
      report: {
        fixTime: '2016-05-27T15:28:52',
        fix: 'gps',
        place: '-19.99159 -43.90412',
        alarms: [1],
        batteryPercent: 100,
        cells: 1,
      },
    },
  },
  {
    hex: '78782d152500000000437574206f666620746865206675656c20737570706c793a2053756363657373210002013b898a0d0a',
    is: { kind: 'commandReply', name: 'commandReply' },
  },
  {
    hex: '78780d0103534190360660610003c3df0d0a',
    is: { kind: 'login', name: 'login', identity: { terminalIds: ['353419036066061'] } },
  },
  {
    hex: '787825160f0c1d0a2b21c8027ac8040c46581000146f0901cc00287d001f714804040301001c84cf0d0a',
    is: {
      kind: 'reports',
      name: 'alarm',
      report: {
        fixTime: '2015-12-29T10:43:33',
        fix: 'gps',
        place: '23.11168 114.40925',
        alarms: [2],
        batteryPercent: 60,
        cells: 1,
      },
    },
  },
  {
    hex: '78781f120f0a140e150bc505e51e780293a9e800540000f601006e0055da00035f240d0a',
    is: {
      kind: 'reports',
      name: 'location',
      report: { fixTime: '2015-10-20T14:21:11', fix: 'gps', place: '54.94535 24.01762', cells: 1 },
    },
  },
  {
    hex: '787821120c010c0f151fcf027ac8840c4657ec00140001cc00287d001f720001000f53a00d0a',
    is: {
      kind: 'reports',
      name: 'location',
      report: { fixTime: '2012-01-12T15:21:31', fix: 'gps', place: '23.11175 114.40923', cells: 1 },
    },
  },
  {
    hex: '787819100e010903230ec803ae32a60653cded00180000020072feb70d0a',
    is: {
      kind: 'reports',
      name: 'gps',
      report: { fixTime: '2014-01-09T03:35:14', fix: 'gps', place: '-34.30438 -58.97528' },
    },
  },
  {
    hex: '7878471e0e03110b0511c501c664fd074db73f0218a602e003433a002fed40433a0056e14e433a0056104e433a0056fd53433a002eed55433a007e4b57433a002ee25aff00020120f6720d0a',
    is: {
      kind: 'reports',
      name: 'locationCells',
      report: { fixTime: '2014-03-17T11:05:17', fix: 'gps', place: '-16.54400 -68.07428', cells: 7 },
    },
  },
  {
    hex: '78788b818300000000534545464e2626004f04220045042626262b37393035343031353534362626262626260410041b0415041a04210415041926262b373930363433333031313526260410043d044f26262b373936303437383430363426260412043e0432043026262b373932383834373738383126262626262626262626262626262626232300020022155d0d0a',
    is: { kind: 'unknown', name: 'query' },
  },
  {
    hex: '787822220e0914160f07c9021a362805090a7800d8b802d402c30e00a98a0105010213f4bb0d0a',
    is: {
      kind: 'reports',
      name: 'location',
      report: {
        fixTime: '2014-09-20T22:15:07',
        fix: 'gps',
        place: '-19.59568 -46.93255',
        isBuffered: true,
        cells: 1,
      },
    },
  },
  { hex: '78780d1f000000000000000200b196a20d0a', is: { kind: 'heartbeat', name: 'unixTimeRequest' } },
  {
    hex: '78781f12110819110216d402f250340828924055d4c801944600d300c09501429c830d0a',
    is: {
      kind: 'reports',
      name: 'location',
      report: { fixTime: '2017-08-25T17:02:22', fix: 'gps', place: '27.46371 76.04256', cells: 1 },
    },
  },
  {
    hex: '78782516110819110208d402f264dc08289a4058d4c70901944600d300c0954606040600014057e90d0a',
    is: {
      kind: 'reports',
      name: 'alarm',
      report: {
        fixTime: '2017-08-25T17:02:08',
        fix: 'gps',
        place: '27.46665 76.04370',
        alarms: [5],
        batteryPercent: 100,
        cells: 1,
      },
    },
  },
  {
    hex: '78780d010359339075005244340d0a',
    is: { kind: 'login', name: 'login', identity: { terminalIds: ['359339075005244'] } },
  },
  { hex: '787801080d0a', is: { kind: 'heartbeat', name: 'gps' } },
  {
    hex: '78780d0103593390754169634d0d0a',
    is: { kind: 'login', name: 'login', identity: { terminalIds: ['359339075416963'] } },
  },
  {
    hex: '787803181604130318491475905bd30e25001e10bbf7635d14759006e626560401cc00000028660090df425f000028660090df576c00002866009487566700002866009ca15667000d0a',
    is: {
      kind: 'reports',
      name: 'wifi',
      report: { fixTime: '2016-04-13T03:18:49', fix: 'none', cells: 4, wifi: 3 },
    },
  },
  {
    hex: '7878006921120412565802010601071e4a9764071e4a9864010d0a',
    is: {
      kind: 'reports',
      name: 'wifi',
      report: { fixTime: '2021-12-04T12:56:58', fix: 'none', alarms: [2], cells: 2 },
    },
  },
  {
    hex: '787801940d0a',
    is: { kind: 'reports', name: 'vibration', report: { fixTime: null, fix: 'none', alarms: [2] } },
  },
  {
    hex: '78780a13424008196400041f000d0a',
    is: { kind: 'heartbeat', name: 'heartbeat', report: { fixTime: null, fix: 'none', batteryPercent: 66 } },
  },
  {
    hex: '78781510120b05030d2498038077200be2078f0034000102030d0a',
    is: {
      kind: 'reports',
      name: 'gps',
      report: { fixTime: '2018-11-05T03:13:36', fix: 'gps', place: '32.63931 110.75692', alarms: [2, 5] },
    },
  },
  {
    hex: '7878200813081a0733211608c8d1710ded1d1608dffb710e06d51039050100286489000d0a',
    is: {
      kind: 'reports',
      name: 'gps',
      report: { fixTime: '2019-08-26T07:51:33', fix: 'gps', place: '22.57570 113.91267' },
    },
  },
  {
    hex: '78782008140709121f36300d769f02058cfd300d771202058c6f0000000300005c99000d0a',
    is: {
      kind: 'reports',
      name: 'gps',
      report: { fixTime: '2020-07-09T18:31:54', fix: 'gps', place: '48.88233 2.36377' },
    },
  },
  {
    hex: '787812100a03170f32179c026b3f3e0c22ad651f34600d0a',
    is: {
      kind: 'reports',
      name: 'gps',
      report: { fixTime: '2010-03-23T15:50:23', fix: 'gps', place: '22.54610 113.11067' },
    },
  },
  {
    hex: '78780a132827010063000000000d0a',
    is: { kind: 'heartbeat', name: 'heartbeat', report: { fixTime: null, fix: 'none', batteryPercent: 40 } },
  },
  {
    hex: '7878001719111120141807019456465111aa3c465111ab464651c1a550465106b150465342f750465342f65a465111a95a000d0a',
    is: {
      kind: 'reports',
      name: 'wifi',
      report: { fixTime: '2019-11-11T20:14:18', fix: 'none', isBuffered: true, cells: 7 },
    },
  },
  {
    hex: '78780713514d0819640d0a',
    is: { kind: 'heartbeat', name: 'heartbeat', report: { fixTime: null, fix: 'none', batteryPercent: 81 } },
  },
  { hex: '787801300d0a', is: { kind: 'heartbeat', name: 'timeRequest' } },
  {
    hex: '78780d0103563140414198583c0d0a',
    is: { kind: 'login', name: 'login', identity: { terminalIds: ['356314041419858'] } },
  },
  {
    hex: '7878121011091c0b1e2e98058507f80097a6ac03344a0d0a',
    is: {
      kind: 'reports',
      name: 'gps',
      report: { fixTime: '2017-09-28T11:30:46', fix: 'gps', place: '51.44689 5.52145' },
    },
  },
  {
    hex: '787808134606020002044dc5050d0a',
    is: { kind: 'heartbeat', name: 'heartbeat', report: { fixTime: null, fix: 'none', batteryPercent: 100 } },
  },
  {
    hex: '78781f1210020e14061dcc0476fcd0003e3faf3e14b20000000000000000044ef6740d0a',
    is: {
      kind: 'reports',
      name: 'location',
      report: { fixTime: '2016-02-14T20:06:29', fix: 'gps', place: '41.61491 2.26641' },
    },
  },
  {
    hex: '78782516000000000000c000000000000000000020000900fa0210ef00fb620006640301000468030d0a',
    is: {
      kind: 'reports',
      name: 'alarm',
      report: { fixTime: null, fix: 'none', alarms: [2], batteryPercent: 100, cells: 1 },
    },
  },
  {
    hex: '78780a1311060300020196f68a0d0a',
    is: {
      kind: 'heartbeat',
      name: 'heartbeat',
      report: { fixTime: null, fix: 'none', alarms: [1], batteryPercent: 100 },
    },
  },
  {
    hex: '78782222180b030f1507c903d38ba405833b1823147101b0237ebe007aaa00020000144e0b0d0a',
    is: {
      kind: 'reports',
      name: 'location',
      report: {
        fixTime: '2024-11-03T15:21:07',
        fix: 'gps',
        place: '35.66416 51.38135',
        isBuffered: false,
        cells: 1,
      },
    },
  },
  {
    hex: '78781f12110709131f24ca056889fc034879e000347f00ff03697e0044870029e5530d0a',
    is: {
      kind: 'reports',
      name: 'location',
      report: { fixTime: '2017-07-09T19:31:36', fix: 'gps', place: '50.40953 30.60080', cells: 1 },
    },
  },
  {
    hex: '78782516110709131d23c9056889fc034879e000347f0900ff03697e004487510064000100227f830d0a',
    is: {
      kind: 'reports',
      name: 'alarm',
      report: {
        fixTime: '2017-07-09T19:29:35',
        fix: 'gps',
        place: '50.40953 30.60080',
        alarms: [1],
        batteryPercent: 0,
        cells: 1,
      },
    },
  },
  {
    hex: '78781f121a021a0b2628cb0166f383089c3a1b0014000194280229008e780070c9020d0a',
    is: {
      kind: 'reports',
      name: 'location',
      report: { fixTime: null, fix: 'gps', place: '13.06902 80.25346', cells: 1 },
    },
  },
  {
    hex: '787822220f0101051814c40222518c04b5aa4800482602d41704cf003f35000e0100128f8b0d0a',
    is: {
      kind: 'reports',
      name: 'location',
      report: {
        fixTime: '2015-01-01T05:24:20',
        fix: 'none',
        place: '-19.89085 -43.89693',
        isBuffered: true,
        cells: 1,
      },
    },
  },
]

/** Frames whose publisher changed them without making a new CRC. */
export const editedFrames: readonly string[] = [
  '78781219012ed042cc00954d00040419000056fe290d0a',
  '78782da4150817073b10cf032eea9c0b6ce0800015141001cc0100009a00000000000a6f24014605041900ff01908a640d0a',
  '78782627100419092d07c5027ac91c0c4658000005370900000000000000008002001900ff00004df60d0a',
  '78783b2e10010d02020201cc00287d001f713e287d001f7231287d001e232d287d001f4018000000000000000000000000000000000000ff00020005b14b0d0a',
  '7979006f210000000001426174746572793a352e3536562c4e4f524d414c3b20475052532a4c696e6b2055702047534d205369676e616c204c6576656c3a5374726f6e673b204750533a4f46463b2020204c4f434b3a4f46463b204254204d41433a4234413832383034343436323b007260880d0a',
  '787811010123456789012345100b3201000171930d0a',
  '78788b95140a060e2208055d4a800209d9c014c59100004556454e545f3335333337363131303032333139365f30303030303030305f323032305f31305f30365f31365f33345f30385f33322e6d70342c4556454e545f3335333337363131303032333139365f30303030303030305f323032305f31305f30365f31365f33345f30385f33312e6d70340000da360d0a',
  '78785195140a020c2914055d4a800209d9c014009300004556454e545f3335333337363131303032333139365f30303030303030305f323032305f31305f30325f31345f34315f32305f30352e6d70340004e3a60d0a',
]
