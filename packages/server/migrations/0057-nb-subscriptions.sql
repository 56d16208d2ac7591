-- What is known of the platforms through which NB-IoT devices are reached, beside their settings.
create table nb_platform_states (
  platform        text primary key,
  last_push_time  bigint,
  -- When the platform was last asked for its subscriptions, and what kept it from answering; null: nothing did.
  check_time      bigint,
  failure         text
);

-- What a platform pushes here, by its own word for the kind.
create table nb_subscriptions (
  platform        text not null,
  type            text not null,
  -- 'active'; 'elsewhere': it pushes to another address; 'none': the platform has no such subscription.
  state           text not null,
  -- The platform's own id of it.
  remote_id       text,
  -- Somebody subscribed it, and it is kept: what the platform loses is subscribed again.
  is_wanted       boolean not null default false,
  -- When it was last subscribed from here.
  subscribe_time  bigint,
  primary key (platform, type),
  constraint nb_subscriptions_state check (state in ('active', 'elsewhere', 'none'))
);
