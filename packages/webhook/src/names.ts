/** Names that webhooks store in a cluster. Public: tools and users may rely on them. */

/** Label of webhook configurations: the name they were installed under. Only objects with this label are ever removed. */
export const webhooksLabel = 'kubewright.dev/webhooks'

/** Field manager of installed objects. */
export const webhooksFieldManager = 'kubewright-webhooks'

/** The keys of the Secret with the issued certificates. The first three are those of every TLS Secret. */
export const secretKeys = {
  certificate: 'tls.crt',
  key: 'tls.key',
  /** All trusted authorities in PEM, the issuing one first. */
  bundle: 'ca.crt',
  /** Key of the issuing authority. */
  authorityKey: 'ca.key',
  /** The authority that will issue next, once it is trusted everywhere. */
  nextAuthority: 'next-ca.crt',
  nextAuthorityKey: 'next-ca.key',
} as const
