-- Which ids the 808 devices of a type have: `usual` eleven digits, `long` up to twenty (JT/T 808-2019, makers that use
-- the IMEI).
alter table device_types add column ids text not null default 'usual' check (ids in ('usual', 'long'));

-- From now on sensors and work modes of a type decide what is offered for its devices. Types that stand for a whole
-- protocol began with those of one model: where nobody changed them, they are not known.
update device_types set sensors = '{}'
where (name in ('Gt06', 'Hc')
    and sensors = array['ignition', 'externalPower', 'battery', 'relay', 'sos', 'vibration', 'door'])
  or (name in ('Bsj', 'eight', 'Y808', 'XiaoGuo')
    and sensors = array['ignition', 'externalPower', 'battery', 'relay'])
  or (name in ('Nb', 'Nbiot') and sensors = array['battery', 'vibration', 'light']);
update device_types set work_modes = '{}'
where (name in ('Gt06', 'Hc', 'Bsj', 'eight', 'Y808', 'XiaoGuo') and work_modes = array['realTime'])
  or (name in ('Nb', 'Nbiot') and work_modes = array['interval', 'sleep']);
