-- The device types the platform starts with: core/codes/protocols.ts, held against it by a test.
-- Administrators may change the rows.

insert into device_types (id, name, wire, is_offline_capable) values
  (0, 'K100', 'gt06', false),
  (1, 'K100b', 'gt06', false),
  (2, 'R001', 'gt06', true),
  (3, 'R002', 'gt06', true),
  (4, 'Tire', 'jt808', false),
  (5, 'Obd', 'jt808', false),
  (6, 'Bsj', 'bsj', true),
  (7, 'Sagex', 'h02', true),
  (8, 'eight', 'jt808', false),
  (9, 'Nb', 'nbiot', true),
  (11, 'Nbiot', 'nbiot', true),
  (12, 'K100b4g', 'gt06', false),
  (13, 'Gt06', 'gt06', false),
  (14, 'Y808', 'jt808', false),
  (15, 'GW005808', 'jt808', false),
  (16, 'A3', 'gt06', false),
  (88, 'XiaoGuo', 'h02', false),
  (89, 'Hc', 'gps103', false);
