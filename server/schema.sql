CREATE FUNCTION public.count_directory_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update directory_generation set generation = generation + 1;
  return null;
end
$$;

CREATE PROCEDURE public.own_by_tenant(IN table_name regclass)
    LANGUAGE plpgsql
    AS $$
begin
  execute format('alter table %s enable row level security', table_name);
  execute format('alter table %s force row level security', table_name);
  execute format(
    'create policy tenant on %s using (tenant_id = any ((select nullif(current_setting(''app.tenants'', true), '''')::bigint[])::bigint[]))',
    table_name
  );
end
$$;

CREATE TABLE public.api_key (
    tenant_id bigint NOT NULL,
    id bigint NOT NULL,
    token text NOT NULL,
    secret_hash bytea NOT NULL,
    label text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    revoked_at timestamp with time zone,
    CONSTRAINT api_key_label_check CHECK ((length(label) <= 250)),
    CONSTRAINT api_key_secret_hash_check CHECK ((length(secret_hash) = 32))
);

ALTER TABLE ONLY public.api_key FORCE ROW LEVEL SECURITY;

ALTER TABLE public.api_key ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.api_key_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.brand (
    tenant_id bigint NOT NULL,
    original_id text NOT NULL,
    name text,
    CONSTRAINT brand_original_id_check CHECK ((length(original_id) <= 250))
);

ALTER TABLE ONLY public.brand FORCE ROW LEVEL SECURITY;

CREATE TABLE public.category (
    tenant_id bigint NOT NULL,
    original_id text NOT NULL,
    name text,
    description text,
    parent_original_id text,
    CONSTRAINT category_check CHECK ((parent_original_id <> original_id)),
    CONSTRAINT category_original_id_check CHECK ((length(original_id) <= 250))
);

ALTER TABLE ONLY public.category FORCE ROW LEVEL SECURITY;

CREATE TABLE public.directory_generation (
    id boolean DEFAULT true NOT NULL,
    generation bigint NOT NULL,
    CONSTRAINT directory_generation_id_check CHECK (id)
);

CREATE TABLE public.email_configuration (
    tenant_id bigint NOT NULL,
    id bigint NOT NULL,
    subject text NOT NULL,
    email_body text NOT NULL,
    pre_header text,
    title text,
    description text,
    is_active boolean DEFAULT true NOT NULL,
    type integer DEFAULT 0 NOT NULL,
    sub_type integer,
    email_group integer DEFAULT 0 NOT NULL,
    objective_linked_type integer,
    variables jsonb DEFAULT '[]'::jsonb NOT NULL,
    is_logo_hidden boolean DEFAULT false NOT NULL,
    is_background_color_changed boolean DEFAULT false NOT NULL,
    background_color text,
    recommends_products boolean DEFAULT false NOT NULL,
    CONSTRAINT email_configuration_variables_check CHECK ((jsonb_typeof(variables) = 'array'::text))
);

ALTER TABLE ONLY public.email_configuration FORCE ROW LEVEL SECURITY;

ALTER TABLE public.email_configuration ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.email_configuration_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.migration (
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.pre_generated_coupon (
    tenant_id bigint NOT NULL,
    id bigint NOT NULL,
    list_id bigint NOT NULL,
    original_id text,
    code text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    valid_from timestamp with time zone,
    valid_until timestamp with time zone,
    is_assigned boolean DEFAULT false NOT NULL
);

ALTER TABLE ONLY public.pre_generated_coupon FORCE ROW LEVEL SECURITY;

ALTER TABLE public.pre_generated_coupon ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.pre_generated_coupon_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.pre_generated_coupon_list (
    tenant_id bigint NOT NULL,
    id bigint NOT NULL,
    name text NOT NULL,
    reward_configuration_id bigint,
    is_internal boolean DEFAULT false NOT NULL,
    coupon_type integer NOT NULL,
    coupon_value numeric(18,4) DEFAULT 0 NOT NULL,
    coupon_count integer DEFAULT 0 NOT NULL,
    used_count integer DEFAULT 0 NOT NULL,
    CONSTRAINT pre_generated_coupon_list_check CHECK (((used_count >= 0) AND (used_count <= coupon_count))),
    CONSTRAINT pre_generated_coupon_list_coupon_count_check CHECK ((coupon_count >= 0)),
    CONSTRAINT pre_generated_coupon_list_coupon_type_check CHECK (((coupon_type >= 0) AND (coupon_type <= 4)))
);

ALTER TABLE ONLY public.pre_generated_coupon_list FORCE ROW LEVEL SECURITY;

ALTER TABLE public.pre_generated_coupon_list ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.pre_generated_coupon_list_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.product (
    tenant_id bigint NOT NULL,
    original_id text NOT NULL,
    title text NOT NULL,
    url text,
    image_url text,
    is_active boolean NOT NULL,
    price numeric(18,4),
    brand_original_id text,
    category_original_id text,
    CONSTRAINT product_original_id_check CHECK ((length(original_id) <= 250)),
    CONSTRAINT product_price_check CHECK ((price >= (0)::numeric))
);

ALTER TABLE ONLY public.product FORCE ROW LEVEL SECURITY;

CREATE TABLE public.reward_configuration (
    tenant_id bigint NOT NULL,
    id bigint NOT NULL,
    reward_type integer NOT NULL,
    reward_channel integer DEFAULT 0 NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    points numeric(18,4) DEFAULT 0 NOT NULL,
    value numeric(18,4) DEFAULT 0 NOT NULL,
    pre_title text,
    title text NOT NULL,
    description text,
    long_description text,
    custom_title text,
    usage_instructions text,
    uses_custom_instruction boolean DEFAULT false NOT NULL,
    custom_icon_url text,
    is_widget_icon_active boolean DEFAULT false NOT NULL,
    widget_icon text,
    is_landing_page_icon_active boolean DEFAULT false NOT NULL,
    landing_page_icon text,
    valid_from timestamp with time zone,
    valid_until timestamp with time zone,
    customer_usage_limit integer,
    global_usage_limit integer,
    notifies_team boolean DEFAULT false NOT NULL,
    team_emails text[] DEFAULT '{}'::text[] NOT NULL,
    notifies_customer boolean DEFAULT false NOT NULL,
    customer_email_configuration_id bigint,
    code_prefix text,
    coupon_valid_days integer,
    is_cumulative boolean DEFAULT false NOT NULL,
    minimum_purchase numeric(18,4),
    generates_coupon_by_hand boolean DEFAULT false NOT NULL,
    expires_coupons_missing_in_platform boolean DEFAULT false NOT NULL,
    cashback_maximum numeric(18,4),
    cashback_purchase_percent numeric(18,4),
    is_cashback_informative_only boolean DEFAULT false NOT NULL,
    cashback_informative_text text,
    cashback_rules text,
    allows_product_collection boolean DEFAULT false NOT NULL,
    product_collection_selection integer DEFAULT 0 NOT NULL,
    product_collections text[] DEFAULT '{}'::text[] NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT reward_configuration_cashback_maximum_check CHECK ((cashback_maximum > (0)::numeric)),
    CONSTRAINT reward_configuration_cashback_purchase_percent_check CHECK (((cashback_purchase_percent >= (0)::numeric) AND (cashback_purchase_percent <= (100)::numeric))),
    CONSTRAINT reward_configuration_check CHECK ((valid_until > valid_from)),
    CONSTRAINT reward_configuration_check1 CHECK (((reward_type <> 0) OR (value <= (100)::numeric))),
    CONSTRAINT reward_configuration_coupon_valid_days_check CHECK ((coupon_valid_days > 0)),
    CONSTRAINT reward_configuration_customer_usage_limit_check CHECK ((customer_usage_limit > 0)),
    CONSTRAINT reward_configuration_global_usage_limit_check CHECK ((global_usage_limit > 0)),
    CONSTRAINT reward_configuration_minimum_purchase_check CHECK ((minimum_purchase >= (0)::numeric)),
    CONSTRAINT reward_configuration_points_check CHECK ((points >= (0)::numeric)),
    CONSTRAINT reward_configuration_product_collection_selection_check CHECK (((product_collection_selection >= 0) AND (product_collection_selection <= 2))),
    CONSTRAINT reward_configuration_reward_channel_check CHECK (((reward_channel >= 0) AND (reward_channel <= 2))),
    CONSTRAINT reward_configuration_reward_type_check CHECK (((reward_type >= 0) AND (reward_type <= 5))),
    CONSTRAINT reward_configuration_value_check CHECK ((value >= (0)::numeric))
);

ALTER TABLE ONLY public.reward_configuration FORCE ROW LEVEL SECURITY;

ALTER TABLE public.reward_configuration ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.reward_configuration_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reward_configuration_tier (
    tenant_id bigint NOT NULL,
    reward_configuration_id bigint NOT NULL,
    tier_id bigint NOT NULL
);

ALTER TABLE ONLY public.reward_configuration_tier FORCE ROW LEVEL SECURITY;

CREATE TABLE public.tenant (
    id bigint NOT NULL,
    name text NOT NULL,
    currency text NOT NULL,
    time_zone text NOT NULL,
    locale text NOT NULL,
    is_sandbox boolean DEFAULT false NOT NULL,
    cell text DEFAULT 'main'::text NOT NULL,
    settings jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT tenant_cell_check CHECK ((cell ~ '^[a-z][a-z0-9-]{0,39}$'::text)),
    CONSTRAINT tenant_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
    CONSTRAINT tenant_locale_check CHECK ((locale = ANY (ARRAY['pt-BR'::text, 'en'::text, 'es'::text]))),
    CONSTRAINT tenant_name_check CHECK (((length(name) >= 1) AND (length(name) <= 250))),
    CONSTRAINT tenant_settings_check CHECK ((jsonb_typeof(settings) = 'object'::text)),
    CONSTRAINT tenant_time_zone_check CHECK (((length(time_zone) >= 1) AND (length(time_zone) <= 64)))
);

ALTER TABLE public.tenant ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.tenant_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tier (
    tenant_id bigint NOT NULL,
    id bigint NOT NULL,
    name text NOT NULL,
    color text,
    icon_url text,
    is_active boolean DEFAULT true NOT NULL,
    is_base boolean DEFAULT false NOT NULL,
    "position" integer NOT NULL,
    identifier text,
    caption text
);

ALTER TABLE ONLY public.tier FORCE ROW LEVEL SECURITY;

ALTER TABLE public.tier ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.tier_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_tenant_id_token_key UNIQUE (tenant_id, token);

ALTER TABLE ONLY public.brand
    ADD CONSTRAINT brand_pkey PRIMARY KEY (tenant_id, original_id);

ALTER TABLE ONLY public.category
    ADD CONSTRAINT category_pkey PRIMARY KEY (tenant_id, original_id);

ALTER TABLE ONLY public.directory_generation
    ADD CONSTRAINT directory_generation_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.email_configuration
    ADD CONSTRAINT email_configuration_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.migration
    ADD CONSTRAINT migration_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.pre_generated_coupon_list
    ADD CONSTRAINT pre_generated_coupon_list_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.pre_generated_coupon
    ADD CONSTRAINT pre_generated_coupon_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.product
    ADD CONSTRAINT product_pkey PRIMARY KEY (tenant_id, original_id);

ALTER TABLE ONLY public.reward_configuration
    ADD CONSTRAINT reward_configuration_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.reward_configuration_tier
    ADD CONSTRAINT reward_configuration_tier_pkey PRIMARY KEY (tenant_id, reward_configuration_id, tier_id);

ALTER TABLE ONLY public.tenant
    ADD CONSTRAINT tenant_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tier
    ADD CONSTRAINT tier_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.tier
    ADD CONSTRAINT tier_tenant_id_position_key UNIQUE (tenant_id, "position");

CREATE UNIQUE INDEX pre_generated_coupon_code ON public.pre_generated_coupon USING btree (tenant_id, upper(code));

CREATE INDEX pre_generated_coupon_free ON public.pre_generated_coupon USING btree (tenant_id, list_id, id) WHERE (NOT is_assigned);

CREATE INDEX pre_generated_coupon_list_of_reward ON public.pre_generated_coupon_list USING btree (tenant_id, reward_configuration_id);

CREATE UNIQUE INDEX tier_base ON public.tier USING btree (tenant_id) WHERE is_base;

CREATE TRIGGER api_key_changed AFTER UPDATE ON public.api_key FOR EACH STATEMENT EXECUTE FUNCTION public.count_directory_change();

CREATE TRIGGER tenant_changed AFTER UPDATE ON public.tenant FOR EACH STATEMENT EXECUTE FUNCTION public.count_directory_change();

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id);

ALTER TABLE ONLY public.brand
    ADD CONSTRAINT brand_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id);

ALTER TABLE ONLY public.category
    ADD CONSTRAINT category_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id);

ALTER TABLE ONLY public.email_configuration
    ADD CONSTRAINT email_configuration_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id);

ALTER TABLE ONLY public.pre_generated_coupon_list
    ADD CONSTRAINT pre_generated_coupon_list_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id);

ALTER TABLE ONLY public.pre_generated_coupon_list
    ADD CONSTRAINT pre_generated_coupon_list_tenant_id_reward_configuration_i_fkey FOREIGN KEY (tenant_id, reward_configuration_id) REFERENCES public.reward_configuration(tenant_id, id);

ALTER TABLE ONLY public.pre_generated_coupon
    ADD CONSTRAINT pre_generated_coupon_tenant_id_list_id_fkey FOREIGN KEY (tenant_id, list_id) REFERENCES public.pre_generated_coupon_list(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.product
    ADD CONSTRAINT product_tenant_id_brand_original_id_fkey FOREIGN KEY (tenant_id, brand_original_id) REFERENCES public.brand(tenant_id, original_id);

ALTER TABLE ONLY public.product
    ADD CONSTRAINT product_tenant_id_category_original_id_fkey FOREIGN KEY (tenant_id, category_original_id) REFERENCES public.category(tenant_id, original_id);

ALTER TABLE ONLY public.product
    ADD CONSTRAINT product_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id);

ALTER TABLE ONLY public.reward_configuration
    ADD CONSTRAINT reward_configuration_tenant_id_customer_email_configuratio_fkey FOREIGN KEY (tenant_id, customer_email_configuration_id) REFERENCES public.email_configuration(tenant_id, id);

ALTER TABLE ONLY public.reward_configuration
    ADD CONSTRAINT reward_configuration_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id);

ALTER TABLE ONLY public.reward_configuration_tier
    ADD CONSTRAINT reward_configuration_tier_tenant_id_reward_configuration_i_fkey FOREIGN KEY (tenant_id, reward_configuration_id) REFERENCES public.reward_configuration(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.reward_configuration_tier
    ADD CONSTRAINT reward_configuration_tier_tenant_id_tier_id_fkey FOREIGN KEY (tenant_id, tier_id) REFERENCES public.tier(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.tier
    ADD CONSTRAINT tier_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id);

ALTER TABLE public.api_key ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.brand ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.category ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.email_configuration ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.pre_generated_coupon ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.pre_generated_coupon_list ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.product ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.reward_configuration ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.reward_configuration_tier ENABLE ROW LEVEL SECURITY;

CREATE POLICY tenant ON public.api_key USING ((tenant_id = ANY (( SELECT (NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[] AS "nullif")::bigint[])));

CREATE POLICY tenant ON public.brand USING ((tenant_id = ANY (( SELECT (NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[] AS "nullif")::bigint[])));

CREATE POLICY tenant ON public.category USING ((tenant_id = ANY (( SELECT (NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[] AS "nullif")::bigint[])));

CREATE POLICY tenant ON public.email_configuration USING ((tenant_id = ANY (( SELECT (NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[] AS "nullif")::bigint[])));

CREATE POLICY tenant ON public.pre_generated_coupon USING ((tenant_id = ANY (( SELECT (NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[] AS "nullif")::bigint[])));

CREATE POLICY tenant ON public.pre_generated_coupon_list USING ((tenant_id = ANY (( SELECT (NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[] AS "nullif")::bigint[])));

CREATE POLICY tenant ON public.product USING ((tenant_id = ANY (( SELECT (NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[] AS "nullif")::bigint[])));

CREATE POLICY tenant ON public.reward_configuration USING ((tenant_id = ANY (( SELECT (NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[] AS "nullif")::bigint[])));

CREATE POLICY tenant ON public.reward_configuration_tier USING ((tenant_id = ANY (( SELECT (NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[] AS "nullif")::bigint[])));

CREATE POLICY tenant ON public.tier USING ((tenant_id = ANY (( SELECT (NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[] AS "nullif")::bigint[])));

ALTER TABLE public.tier ENABLE ROW LEVEL SECURITY;

GRANT USAGE ON SCHEMA public TO punchcard_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.api_key TO punchcard_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.brand TO punchcard_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.category TO punchcard_app;

GRANT SELECT,UPDATE ON TABLE public.directory_generation TO punchcard_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.email_configuration TO punchcard_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.pre_generated_coupon TO punchcard_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.pre_generated_coupon_list TO punchcard_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.product TO punchcard_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.reward_configuration TO punchcard_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.reward_configuration_tier TO punchcard_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.tenant TO punchcard_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.tier TO punchcard_app;
