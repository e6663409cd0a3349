/** Whether users can access a member of a class. */
import ts from 'typescript'

export function isHidden(member: ts.ClassElement): boolean {
  const isPrivate = ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private
  return isPrivate !== 0 || (member.name !== undefined && ts.isPrivateIdentifier(member.name))
}
