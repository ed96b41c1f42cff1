// The titles of the steps that Wukong's own templates have, in Chinese. Those of a person's template are theirs.

export const TITLES: Readonly<Record<string, string>> = {
  'Make the change': '完成改动',
  'Say what the feature must do': '说清功能要做到什么',
  'Find where it belongs': '找到该放在哪里',
  'Plan the feature': '规划功能',
  'Build the feature': '实现功能',
  'Test and document the feature': '为功能写测试和文档',
  'Audit the feature': '审查功能',
  'Say what the fix must achieve': '说清修复要达到什么',
  'Find the cause': '查明原因',
  'Fix the cause': '修复原因',
  'Test the fix': '为修复写测试',
  'Audit the fix': '审查修复',
  'Look at what there is': '查看现状',
  'Plan the change': '规划改动',
  'Change the shape': '调整结构',
  'Hold the behaviour by tests': '用测试守住行为',
  'Audit the risk': '审查风险',
  'Sum up and decide': '总结并决定',
};

export function titleText(title: string): string {
  const planB = /^Plan B for (N-\d+)$/.exec(title)?.[1];
  if (planB !== undefined) return `${planB} 的备选方案`;
  return Object.hasOwn(TITLES, title) ? (TITLES[title] ?? title) : title;
}
