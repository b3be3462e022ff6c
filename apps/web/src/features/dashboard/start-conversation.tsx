import { useLocation } from 'wouter';
import { Button } from '../../ui/index.ts';

export function StartConversation() {
  const [, navigate] = useLocation();
  return (
    <Button tone="accent" onClick={() => navigate('/chat')}>
      Start a Conversation
    </Button>
  );
}
