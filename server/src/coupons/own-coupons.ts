/** A person has fewer; a till's “final consumer” may have a million. */
export const OWN_COUPONS_MAX = 1_000
