import type { CommandGate } from '../../runtime/model/gate.ts';

export function gate(command: readonly string[], more: Partial<CommandGate> = {}): CommandGate {
  return {
    type: 'command',
    name: 'a gate',
    command,
    mustPass: true,
    expect_exit: 0,
    timeout_sec: 20,
    ...more,
  };
}
