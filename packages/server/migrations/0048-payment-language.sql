-- In which the payer is spoken to, by the provider's page too; null: English.
alter table payments add column language text;
