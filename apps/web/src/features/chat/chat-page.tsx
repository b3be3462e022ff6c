export function ChatPage() {
  return <main />;
}
