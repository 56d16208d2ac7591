-- Whether processes that do not know a migration must stop once it is applied (platform/database/schema-version.ts).
alter table migrations add column is_breaking boolean not null default false;
