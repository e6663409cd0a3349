/** Every error of networks between clusters. */
import { defineErrors } from '@kubewright/core/errors'

/** The factory of the network's errors, and the documentation of their codes. */
export const networkErrors = defineErrors({
  KW_NETWORK_ADDRESS: {
    summary: 'An IPv4 address or network could not be read.',
    cause:
      'The text is not four decimal numbers from 0 to 255, its prefix length is not from 0 to 32, it names a host where a network is needed, or it is IPv6.',
    remedy:
      "Write an address such as '192.0.2.11', or a network such as '10.244.0.0/16'. Networks between clusters are IPv4 only.",
  },
  KW_NETWORK_PLAN: {
    summary: 'The network of a node cannot be planned.',
    cause: 'No Node has the name that the agent was started with, or the Node has no IPv4 InternalIP.',
    remedy: 'Set NODE_NAME from `spec.nodeName` in the pod, and check `status.addresses` of the Node.',
  },
  KW_NETWORK_KEY: {
    summary: 'A WireGuard key could not be used.',
    cause:
      'A private key is not 32 bytes in base64, or the one that belongs to an announced public key is not on this node.',
    remedy:
      'Delete the Secret kubewright-network-keys: the active gateway makes new keys, which interrupts all tunnels once. Never edit it.',
  },
  KW_NETWORK_PEER: {
    summary: 'The Secret of a peer cannot be used to connect to the peer.',
    cause:
      'Its label, identity or kubeconfig is missing, or the kubeconfig names a program, a file, a login server or an insecure address.',
    remedy:
      'Accept this cluster again at the peer (`--accept`), and replace the Secret with the printed one. A kubeconfig for a peer has a server, its certificate authority and a token, and nothing else.',
  },
  KW_NETWORK_KERNEL: {
    summary: 'The network of this node could not be read or changed.',
    cause:
      'A program such as ip, nft or wireguard-go is missing, lacks CAP_NET_ADMIN or failed, or another program changes the same entries.',
    remedy:
      'Install the program that the message quotes, run the pod with `hostNetwork: true` and NET_ADMIN, or stop the other program.',
  },
})
