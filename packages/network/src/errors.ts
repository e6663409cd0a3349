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
      'Leave the Secret kubewright-network-keys to the gateway operator: delete it to have new keys made, which interrupts all tunnels once.',
  },
  KW_NETWORK_PEER: {
    summary: 'A peer cannot be reached with the Secret it has in this cluster.',
    cause:
      'The Secret lacks an identity or a kubeconfig, or its kubeconfig names a program or a file of this node. A kubeconfig comes from another cluster: it must not be able to run or read anything here.',
    remedy:
      'Accept this cluster again at the peer (`--accept`), and replace the Secret with the printed one. A kubeconfig for a peer has a server, its certificate authority and a token, and nothing else.',
  },
  KW_NETWORK_KERNEL: {
    summary: 'A program that changes or reads the network of this node failed.',
    cause:
      'ip, bridge, nft, iptables-restore or conntrack is missing, lacks privileges (CAP_NET_ADMIN), or refused a command that the message quotes.',
    remedy:
      'Install iproute2, nftables (or iptables) and conntrack on the node, and run the pod with `hostNetwork: true` and the capability NET_ADMIN. The message quotes the program.',
  },
})
