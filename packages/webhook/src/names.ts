/** Names that webhooks store in a cluster. Public: tools and people may rely on them. */

/** On webhook configurations: the name they were installed under. Only what bears it is ever removed. */
export const webhooksLabel = 'kubewright.dev/webhooks'

/** Who owns the fields of what is installed. */
export const webhooksFieldManager = 'kubewright-webhooks'

/** The members of the Secret in which issued certificates are kept. The first three are those of every TLS Secret. */
export const secretKeys = {
  certificate: 'tls.crt',
  key: 'tls.key',
  /** Every authority that is to be trusted, in PEM: the one that issues first. */
  bundle: 'ca.crt',
  /** Of the authority that issues. */
  authorityKey: 'ca.key',
  /** The authority that will issue next, once everybody trusts it. */
  nextAuthority: 'next-ca.crt',
  nextAuthorityKey: 'next-ca.key',
} as const
