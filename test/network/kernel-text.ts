/** The network state of a node's kernel, as text. */

/** Everything that our programs may change, as text, without counters. */
export async function kernelText(node: {
  run: (program: string, ...args: string[]) => Promise<string>
}): Promise<string> {
  const texts = [
    await node.run('ip', 'link', 'show'),
    await node.run('ip', '-4', 'addr', 'show'),
    // IPv4 only: the kernel itself adds an IPv6 route a second after a device came up.
    await node.run('ip', '-4', 'route', 'show', 'table', 'all'),
    await node.run('ip', 'rule', 'show'),
    await node.run('ip', 'neigh', 'show', 'nud', 'permanent'),
    await node.run('bridge', 'fdb', 'show'),
    await node.run('nft', 'list', 'ruleset'),
  ]
  return texts.join('\n').replaceAll(/counter packets \d+ bytes \d+/g, 'counter')
}
