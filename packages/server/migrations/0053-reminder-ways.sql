-- How an account is reminded of ends of service beside the page. An SMS costs money.
alter table accounts add column reminds_by_mail boolean not null default true;
alter table accounts add column reminds_by_push boolean not null default true;
alter table accounts add column reminds_by_sms boolean not null default false;
