import { expect, test } from 'vitest';
import { chainOf, parsePs, seatIn, terminalName } from '../../runtime/workspace/terminal.ts';

/** `ps -axo pid=,ppid=,pgid=,tpgid=,tty=,etime=,comm=`: a shell in a window, and what was started in it. */
const PS = `
    1     0     1      0 ??        21-00:11:38 /sbin/launchd
  501     1   501      0 ??           03:11:38 /Applications/Utilities/Terminal.app/Contents/MacOS/Terminal
  611   501   611    702 ttys003      02:01:05 login
  612   611   612    702 ttys003      02:01:04 -zsh
  702   612   702    702 ttys003         00:04 npm exec wukong
  703   702   702    702 ttys003         00:03 node
  801   612   801    702 ttys003         00:02 node
  900     1   900      0 ??              00:01 node
`;

const seat = (pid: number) => {
  const rows = chainOf(parsePs(PS), pid);
  const [own] = rows;
  return own && seatIn(own, rows);
};

test('who types in a window is in its foreground, with what stands above and since when', () => {
  expect(seat(703)).toEqual({
    kind: 'foreground',
    terminal: {
      name: 'ttys003',
      parents: ['npm exec wukong', '-zsh', 'login', 'Terminal', 'launchd'],
      age_sec: 7265,
    },
  });
});

test('what was sent to the background decides nothing there', () => {
  expect(seat(801)).toEqual({ kind: 'background' });
});

test('what has left its terminal has none', () => {
  expect(seat(900)).toEqual({ kind: 'no-terminal' });
});

test.each([
  [0, ''],
  [0x8803, 'pts/3'],
  [0x8903, 'pts/259'],
  [0x0401, 'tty1'],
  [0x10_8800, 'pts/256'],
  [0x0440, 'tty 4:64'],
])('the terminal of device %i has the name people know', (device, name) => {
  expect(terminalName(device)).toBe(name);
});
