/** The programs that an agent uses on its node, chosen by the environment of its pod. Unset, empty or `auto`: those of the node. */
import { firewallChoices, type HostOptions, wireguardChoices } from '@kubewright/network'

export function hostChoices(
  environment: Readonly<Record<string, string | undefined>>,
): Pick<HostOptions, 'firewall' | 'wireguard'> {
  return {
    firewall: choiceOf('FIREWALL', environment['FIREWALL'], firewallChoices),
    wireguard: choiceOf('WIREGUARD', environment['WIREGUARD'], wireguardChoices),
  }
}

function choiceOf<Choice extends string>(
  name: string,
  value: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  if (value === undefined || value === '' || value === 'auto') return undefined
  const choice = choices.find((one) => one === value)
  if (choice !== undefined) return choice
  throw new Error(
    `${name} is ${JSON.stringify(value.slice(0, 50))}. Set it to auto, ${choices.join(', ')}, or leave it out.`,
  )
}
